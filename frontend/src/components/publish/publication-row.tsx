import { ChevronDown, Ellipsis, Pencil, RefreshCw, Undo2 } from "lucide-react";
import { useState } from "react";
import { CopyField } from "@/components/settings/copy-field";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { Menu } from "@/components/ui/menu";
import { MenuItem, MenuLine } from "@/components/ui/menu-items";
import { useErrorText } from "@/hooks/use-error-text";
import { useMessages } from "@/lib/i18n";
import {
  type Publication,
  useRenewPublication,
  useWithdrawPublication,
} from "@/queries/publications";
import { confirm } from "@/state/confirm";
import { toast } from "@/state/toasts";
import { usePublicationFacts } from "./use-publication-facts";

const FORMATS = [
  ["html", null],
  ["rss", "RSS"],
  ["atom", "Atom"],
  ["json", "JSON Feed"],
] as const;

interface PublicationRowProps {
  publication: Publication;
  startsOpen: boolean;
  onEdit: () => void;
}

export function PublicationRow({ publication, startsOpen, onEdit }: PublicationRowProps) {
  const say = useMessages("publish");
  const name = publication.title;
  const [isOpen, setOpen] = useState(startsOpen);
  const facts = usePublicationFacts(publication);
  const actions = usePublicationActions(publication);
  return (
    <li className="px-4 py-3">
      <div className="flex items-start gap-1">
        <div className="min-w-0 flex-1">
          <p dir="auto" className="truncate font-medium">
            {name}
          </p>
          <p className="text-sm text-soft">{facts.join(" · ")}</p>
        </div>
        <IconButton
          icon={ChevronDown}
          label={say("showAddresses", { name })}
          aria-expanded={isOpen}
          className={isOpen ? "rotate-180" : ""}
          onClick={() => setOpen(!isOpen)}
        />
        <Menu trigger={<IconButton icon={Ellipsis} label={say("more", { name })} />}>
          <MenuItem icon={Pencil} onClick={onEdit}>
            {say("change")}
          </MenuItem>
          <MenuItem
            icon={RefreshCw}
            onClick={() => void actions.renew().then((isNew) => isNew && setOpen(true))}
          >
            {say("renew")}
          </MenuItem>
          <MenuLine />
          <MenuItem icon={Undo2} danger onClick={() => void actions.withdraw()}>
            {say("withdraw")}
          </MenuItem>
        </Menu>
      </div>
      {isOpen && (
        <Addresses addresses={publication.addresses} onRenew={() => void actions.renew()} />
      )}
    </li>
  );
}

interface AddressesProps {
  addresses: Publication["addresses"];
  onRenew: () => void;
}

function Addresses({ addresses, onRenew }: AddressesProps) {
  const say = useMessages("publish");
  if (addresses === null) {
    return (
      <div className="mt-2 flex flex-wrap items-center gap-3 text-sm text-warning">
        <p className="min-w-0 flex-1 basis-64">{say("lostAddresses")}</p>
        <Button onClick={onRenew}>{say("renew")}</Button>
      </div>
    );
  }
  return (
    <div className="mt-3 flex flex-col gap-3">
      {FORMATS.map(([format, label]) => {
        const address = addresses[format];
        return (
          address && <CopyField key={format} label={label ?? say("page")} value={address} />
        );
      })}
    </div>
  );
}

function usePublicationActions({ id, title: name }: Publication) {
  const say = useMessages("publish");
  const errorText = useErrorText();
  const renew = useRenewPublication();
  const withdraw = useWithdrawPublication();
  const refuse = (error: unknown) => toast({ text: errorText(error), look: "danger" });
  return {
    /** Whether there are new addresses now. */
    renew: async (): Promise<boolean> => {
      const question = {
        title: say("renewQuestion", { name }),
        text: say("renewText"),
        action: say("renew"),
        danger: true,
      };
      if (!(await confirm(question))) return false;
      try {
        await renew.mutateAsync(id);
      } catch (error) {
        refuse(error);
        return false;
      }
      toast({ text: say("renewed", { name }) });
      return true;
    },
    withdraw: async () => {
      const question = {
        title: say("withdrawQuestion", { name }),
        text: say("withdrawText"),
        action: say("withdraw"),
        danger: true,
      };
      if (await confirm(question)) await withdraw.mutateAsync(id).catch(refuse);
    },
  };
}
