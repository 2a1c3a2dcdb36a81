import { ChevronDown, Ellipsis, KeyRound, Pencil, Send, Trash2 } from "lucide-react";
import { useState } from "react";
import { RuleSwitch } from "@/components/rules/rule-switch";
import { Badge } from "@/components/ui/badge";
import { IconButton } from "@/components/ui/icon-button";
import { Menu } from "@/components/ui/menu";
import { MenuItem, MenuLine } from "@/components/ui/menu-items";
import { useErrorText } from "@/hooks/use-error-text";
import { useFormat } from "@/hooks/use-format";
import { useMessages } from "@/lib/i18n";
import {
  useChangeWebhook,
  useDeleteWebhook,
  useNewSecret,
  useTestWebhook,
  type Webhook,
} from "@/queries/webhooks";
import { confirm } from "@/state/confirm";
import { toast } from "@/state/toasts";
import { Deliveries } from "./deliveries";
import { useWebhookFailure } from "./webhook-failure";

interface WebhookRowProps {
  webhook: Webhook;
  onEdit: () => void;
  onSecret: (shown: { name: string; secret: string }) => void;
}

export function WebhookRow({ webhook, onEdit, onSecret }: WebhookRowProps) {
  const say = useMessages("webhooks");
  const name = webhook.name || webhook.url;
  const [isOpen, setOpen] = useState(false);
  const actions = useWebhookActions(webhook, name, onSecret);
  return (
    <li className="px-4 py-3">
      <div className="flex items-start gap-3">
        <RuleSwitch
          label={say("on", { name })}
          checked={webhook.enabled}
          onChange={actions.switchOn}
        />
        <div className="min-w-0 flex-1">
          <p dir="auto" className="truncate font-medium">
            {name}
          </p>
          <p dir="ltr" className="truncate text-start text-sm text-soft">
            {webhook.url}
          </p>
          <Facts webhook={webhook} />
        </div>
        <IconButton
          icon={ChevronDown}
          label={say("showDeliveries", { name })}
          aria-expanded={isOpen}
          className={isOpen ? "rotate-180" : ""}
          onClick={() => setOpen(!isOpen)}
        />
        <Menu trigger={<IconButton icon={Ellipsis} label={say("more", { name })} />}>
          <MenuItem
            icon={Send}
            onClick={() => {
              setOpen(true);
              void actions.test();
            }}
          >
            {say("test")}
          </MenuItem>
          <MenuItem icon={Pencil} onClick={onEdit}>
            {say("edit")}
          </MenuItem>
          <MenuItem icon={KeyRound} onClick={() => void actions.renew()}>
            {say("newSecret")}
          </MenuItem>
          <MenuLine />
          <MenuItem icon={Trash2} danger onClick={() => void actions.remove()}>
            {say("drop")}
          </MenuItem>
        </Menu>
      </div>
      {isOpen && (
        <div className="mt-3 ps-13">
          <Deliveries webhookId={webhook.id} />
        </div>
      )}
    </li>
  );
}

function Facts({ webhook }: { webhook: Webhook }) {
  const say = useMessages("webhooks");
  const format = useFormat();
  const problem = useWebhookFailure()(webhook);
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-sm text-soft">
      {webhook.last_at === null
        ? say("neverSent")
        : say("lastSent", { when: format.ago(webhook.last_at) })}
      {!webhook.enabled && <Badge>{say("switchedOff")}</Badge>}
      {webhook.failures > 0 && (
        <span className="text-danger">
          {say("failing", { count: webhook.failures })}
          {problem && ` · ${problem}`}
        </span>
      )}
    </p>
  );
}

function useWebhookActions(
  webhook: Webhook,
  name: string,
  onSecret: WebhookRowProps["onSecret"],
) {
  const say = useMessages("webhooks");
  const errorText = useErrorText();
  const change = useChangeWebhook();
  const drop = useDeleteWebhook();
  const secret = useNewSecret();
  const test = useTestWebhook();
  const { id } = webhook;
  const refuse = (error: unknown) => toast({ text: errorText(error), look: "danger" });
  return {
    switchOn: (enabled: boolean) => void change.mutateAsync({ id, enabled }).catch(refuse),
    test: () =>
      test.mutateAsync(id).then(() => toast({ text: say("tested", { name }) }), refuse),
    renew: async () => {
      const question = {
        title: say("newSecretQuestion", { name }),
        text: say("newSecretText"),
        action: say("newSecret"),
        danger: true,
      };
      if (!(await confirm(question))) return;
      await secret
        .mutateAsync(id)
        .then((made) => onSecret({ name, secret: made.secret }), refuse);
    },
    remove: async () => {
      const question = {
        title: say("dropQuestion", { name }),
        text: say("dropText"),
        action: say("drop"),
        danger: true,
      };
      if (await confirm(question)) await drop.mutateAsync(id).catch(refuse);
    },
  };
}
