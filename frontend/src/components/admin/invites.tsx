import { MailPlus, Plus } from "lucide-react";
import { type FormEvent, Suspense, useId, useState } from "react";
import { CopyField } from "@/components/settings/copy-field";
import { ListRow, RowList } from "@/components/settings/row-list";
import { SettingsSection } from "@/components/settings/settings-section";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { TextField } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { useErrorText } from "@/hooks/use-error-text";
import { useFormat } from "@/hooks/use-format";
import { useMessages } from "@/lib/i18n";
import { type Invite, useInvite, useInvites, useWithdrawInvite } from "@/queries/admin";
import { toast } from "@/state/toasts";

const LASTING = ["1", "7", "30"] as const;

export function Invites() {
  const say = useMessages("admin");
  const invites = useInvites();
  const [isOpen, setOpen] = useState(false);
  const action = (
    <Button onClick={() => setOpen(true)}>
      <Plus aria-hidden="true" className="size-4" />
      {say("invite")}
    </Button>
  );
  return (
    <SettingsSection title={say("invites")} text={say("invitesText")} action={action}>
      <RowList query={invites} empty={say("noInvites")}>
        {(invite) => <InviteRow key={invite.id} invite={invite} />}
      </RowList>
      <Suspense>{isOpen && <InviteDialog onClose={() => setOpen(false)} />}</Suspense>
    </SettingsSection>
  );
}

function InviteRow({ invite }: { invite: Invite }) {
  const say = useMessages("admin");
  const format = useFormat();
  const errorText = useErrorText();
  const withdraw = useWithdrawInvite();
  const name = invite.note || say("someone");
  return (
    <ListRow
      icon={MailPlus}
      title={<span dir="auto">{name}</span>}
      facts={[
        say("invitedBy", { name: invite.created_by }),
        say("until", { when: format.day(invite.expires_at) }),
      ]}
    >
      <Button
        busy={withdraw.isPending}
        aria-label={say("withdrawNamed", { name })}
        onClick={() =>
          withdraw.mutate(invite.id, {
            onError: (error) => toast({ text: errorText(error), look: "danger" }),
          })
        }
      >
        {say("withdraw")}
      </Button>
    </ListRow>
  );
}

function InviteDialog({ onClose }: { onClose: () => void }) {
  const say = useMessages("admin");
  const sayUi = useMessages("ui");
  const sayAccount = useMessages("account");
  const invite = useInvite();
  const form = useId();
  if (invite.data) {
    return (
      <Dialog
        open
        title={say("inviteMade")}
        description={sayAccount("shownOnce")}
        onClose={onClose}
        footer={
          <Button look="primary" onClick={onClose}>
            {sayAccount("haveIt")}
          </Button>
        }
      >
        <CopyField label={say("inviteLink")} value={invite.data.url} />
      </Dialog>
    );
  }
  const footer = (
    <>
      <Button onClick={onClose}>{sayUi("cancel")}</Button>
      <Button type="submit" form={form} look="primary" busy={invite.isPending}>
        {say("makeInvite")}
      </Button>
    </>
  );
  return (
    <Dialog open title={say("invite")} onClose={onClose} footer={footer}>
      <InviteForm id={form} invite={invite} />
    </Dialog>
  );
}

function InviteForm({ id, invite }: { id: string; invite: ReturnType<typeof useInvite> }) {
  const say = useMessages("admin");
  const sayAccount = useMessages("account");
  const errorText = useErrorText();
  const [note, setNote] = useState("");
  const [days, setDays] = useState<(typeof LASTING)[number]>("7");
  const send = (event: FormEvent) => {
    event.preventDefault();
    invite.mutate({ note, days: Number(days) });
  };
  return (
    <form id={id} onSubmit={send} className="flex flex-col gap-4">
      <TextField
        label={say("inviteFor")}
        hint={say("inviteForHint")}
        maxLength={200}
        value={note}
        onChange={(event) => setNote(event.target.value)}
        error={invite.error ? errorText(invite.error) : undefined}
      />
      <Select
        label={say("inviteDays")}
        value={days}
        options={LASTING.map((value) => ({
          value,
          label: sayAccount("days", { count: Number(value) }),
        }))}
        onChange={setDays}
      />
    </form>
  );
}
