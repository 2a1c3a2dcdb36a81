import { Fingerprint, Plus } from "lucide-react";
import { type FormEvent, useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { TextField } from "@/components/ui/field";
import { useAuthError } from "@/hooks/use-auth-error";
import { useFormat } from "@/hooks/use-format";
import { useMessages } from "@/lib/i18n";
import { passkeyAddress, passkeysWorkHere } from "@/lib/passkeys";
import { deviceName } from "@/lib/user-agent";
import { useSignInOptions } from "@/queries/account";
import {
  type Passkey,
  useDropPasskey,
  useMakePasskey,
  usePasskeys,
} from "@/queries/credentials";
import { confirm } from "@/state/confirm";
import { toast } from "@/state/toasts";
import { ListRow, RowList } from "./row-list";
import { SettingsSection } from "./settings-section";

export function Passkeys() {
  const say = useMessages("account");
  const passkeys = usePasskeys();
  const [isAdding, setAdding] = useState(false);
  const origin = useSignInOptions().data?.passkey_origin;
  const canMake = passkeysWorkHere(origin);
  const address = passkeyAddress(window.location.hostname, origin);
  const text = address ? say("passkeysElsewhere", { address }) : say("passkeysText");
  const action = canMake && (
    <Button onClick={() => setAdding(true)}>
      <Plus aria-hidden="true" className="size-4" />
      {say("addPasskey")}
    </Button>
  );
  return (
    <SettingsSection title={say("passkeys")} text={text} action={action}>
      <RowList
        query={passkeys}
        empty={say(canMake || address ? "noPasskeys" : "passkeysUnsupported")}
      >
        {(passkey) => <PasskeyRow key={passkey.id} passkey={passkey} />}
      </RowList>
      {isAdding && <PasskeyDialog onClose={() => setAdding(false)} />}
    </SettingsSection>
  );
}

function PasskeyRow({ passkey }: { passkey: Passkey }) {
  const say = useMessages("account");
  const format = useFormat();
  const errorText = useAuthError();
  const drop = useDropPasskey();
  const { name } = passkey;
  const take = async () => {
    const question = {
      title: say("dropPasskeyQuestion", { name }),
      text: say("dropPasskeyText"),
      action: say("remove"),
      danger: true,
    };
    if (!(await confirm(question))) return;
    drop.mutate(passkey.id, {
      onError: (error) => toast({ text: errorText(error) ?? "", look: "danger" }),
    });
  };
  const used =
    passkey.last_used_at === null
      ? say("neverUsed")
      : say("used", { when: format.ago(passkey.last_used_at) });
  return (
    <ListRow
      icon={Fingerprint}
      title={<span dir="auto">{name}</span>}
      facts={[used, say("since", { when: format.day(passkey.created_at) })]}
    >
      <Button
        busy={drop.isPending}
        aria-label={say("removeNamed", { name })}
        onClick={() => void take()}
      >
        {say("remove")}
      </Button>
    </ListRow>
  );
}

function PasskeyDialog({ onClose }: { onClose: () => void }) {
  const say = useMessages("account");
  const sayUi = useMessages("ui");
  const errorText = useAuthError();
  const make = useMakePasskey();
  const form = useId();
  const [name, setName] = useState(() => deviceName(navigator.userAgent));
  const send = (event: FormEvent) => {
    event.preventDefault();
    const named = name.trim() || deviceName(navigator.userAgent);
    make.mutate(named, { onSuccess: onClose });
  };
  const footer = (
    <>
      <Button onClick={onClose}>{sayUi("cancel")}</Button>
      <Button type="submit" form={form} look="primary" busy={make.isPending}>
        {say("continue")}
      </Button>
    </>
  );
  return (
    <Dialog
      open
      size="small"
      title={say("addPasskey")}
      description={say("addPasskeyText")}
      onClose={onClose}
      footer={footer}
    >
      <form id={form} onSubmit={send}>
        <TextField
          label={say("passkeyName")}
          required
          maxLength={100}
          value={name}
          onChange={(event) => setName(event.target.value)}
          error={
            make.error ? passkeyError(make.error, errorText, say("passkeyNotMade")) : undefined
          }
        />
      </form>
    </Dialog>
  );
}

function passkeyError(
  error: Error,
  errorText: (error: unknown) => string | undefined,
  notMade: string,
): string | undefined {
  // The browser's own refusals come in its own language and mostly mean "closed".
  return error.name.endsWith("Error") && !["ApiError", "NetworkError"].includes(error.name)
    ? notMade
    : errorText(error);
}
