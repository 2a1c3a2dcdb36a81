import { CopyField } from "@/components/settings/copy-field";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { useMessages } from "@/lib/i18n";

interface SecretDialogProps {
  name: string;
  secret: string;
  onClose: () => void;
}

/** The secret of a webhook, this once. */
export function SecretDialog({ name, secret, onClose }: SecretDialogProps) {
  const say = useMessages("webhooks");
  return (
    <Dialog
      open
      title={say("made", { name })}
      description={say("madeText")}
      onClose={onClose}
      footer={
        <Button look="primary" onClick={onClose}>
          {say("haveIt")}
        </Button>
      }
    >
      <CopyField label={say("secret")} value={secret} />
    </Dialog>
  );
}
