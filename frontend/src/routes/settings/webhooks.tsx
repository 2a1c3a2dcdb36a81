import { Plus } from "lucide-react";
import { useState } from "react";
import { RowList } from "@/components/settings/row-list";
import { SettingsSection } from "@/components/settings/settings-section";
import { Button } from "@/components/ui/button";
import { SecretDialog } from "@/components/webhooks/secret-dialog";
import { WebhookDialog } from "@/components/webhooks/webhook-dialog";
import { WebhookRow } from "@/components/webhooks/webhook-row";
import { useMessages } from "@/lib/i18n";
import { useWebhooks, type Webhook } from "@/queries/webhooks";

export function WebhooksPage() {
  const say = useMessages("webhooks");
  const webhooks = useWebhooks();
  const [edited, setEdited] = useState<Webhook | "new" | null>(null);
  const [shown, setShown] = useState<{ name: string; secret: string } | null>(null);
  const showSecret = (made: { name: string; secret: string }) => {
    setEdited(null);
    setShown(made);
  };
  const action = (
    <Button onClick={() => setEdited("new")}>
      <Plus aria-hidden="true" className="size-4" />
      {say("newWebhook")}
    </Button>
  );
  return (
    <SettingsSection title={say("title")} text={say("text")} action={action}>
      <RowList query={webhooks} empty={say("none")}>
        {(webhook) => (
          <WebhookRow
            key={webhook.id}
            webhook={webhook}
            onEdit={() => setEdited(webhook)}
            onSecret={showSecret}
          />
        )}
      </RowList>
      {edited && (
        <WebhookDialog
          webhook={edited === "new" ? null : edited}
          onClose={() => setEdited(null)}
          onSecret={showSecret}
        />
      )}
      {shown && <SecretDialog {...shown} onClose={() => setShown(null)} />}
    </SettingsSection>
  );
}
