import { type FormEvent, useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { TextField } from "@/components/ui/field";
import { useErrorText } from "@/hooks/use-error-text";
import { useMessages } from "@/lib/i18n";
import { useChangeWebhook, useMakeWebhook, type Webhook } from "@/queries/webhooks";

interface WebhookDialogProps {
  /** null: a new one. */
  webhook: Webhook | null;
  onClose: () => void;
  /** A new one was made; its secret is known only now. */
  onSecret: (shown: { name: string; secret: string }) => void;
}

export function WebhookDialog({ webhook, onClose, onSecret }: WebhookDialogProps) {
  const say = useMessages("webhooks");
  const sayUi = useMessages("ui");
  const errorText = useErrorText();
  const make = useMakeWebhook();
  const change = useChangeWebhook();
  const form = useId();
  const [name, setName] = useState(webhook?.name ?? "");
  const [url, setUrl] = useState(webhook?.url ?? "");
  const send = (event: FormEvent) => {
    event.preventDefault();
    const body = { name: name.trim(), url: url.trim() };
    if (webhook) change.mutate({ id: webhook.id, ...body }, { onSuccess: onClose });
    else
      make.mutate(body, {
        onSuccess: (made) => onSecret({ name: made.name || made.url, secret: made.secret }),
      });
  };
  const error = make.error ?? change.error;
  return (
    <Dialog
      open
      title={
        webhook ? say("editTitle", { name: webhook.name || webhook.url }) : say("newWebhook")
      }
      description={say("newText")}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{sayUi("cancel")}</Button>
          <Button
            type="submit"
            form={form}
            look="primary"
            busy={make.isPending || change.isPending}
          >
            {webhook ? sayUi("save") : say("make")}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={send} className="flex flex-col gap-4">
        <TextField
          label={say("url")}
          type="url"
          required
          maxLength={2000}
          dir="ltr"
          placeholder="https://"
          value={url}
          error={error ? errorText(error) : undefined}
          onChange={(event) => setUrl(event.target.value)}
        />
        <TextField
          label={say("name")}
          hint={say("nameHint")}
          maxLength={200}
          dir="auto"
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </form>
    </Dialog>
  );
}
