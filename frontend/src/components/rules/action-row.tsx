import { Trash2 } from "lucide-react";
import { useId } from "react";
import { TextField } from "@/components/ui/field";
import { IconButton } from "@/components/ui/icon-button";
import { Select } from "@/components/ui/select";
import { useMessages } from "@/lib/i18n";
import { ACTION_KINDS, type DraftAction } from "@/lib/rule-draft";
import { useTags } from "@/queries/feeds";
import { useWebhooks } from "@/queries/webhooks";

interface ActionRowProps {
  action: DraftAction;
  onChange: (action: DraftAction) => void;
  /** null: it is the only one. */
  onRemove: (() => void) | null;
}

export function ActionRow({ action, onChange, onRemove }: ActionRowProps) {
  const say = useMessages("rules");
  const change = (value: string) => onChange({ ...action, value });
  return (
    <li className="relative grid gap-3 rounded-md border border-line bg-side p-3 pe-12 sm:grid-cols-[16rem_1fr]">
      <Select
        label={say("action")}
        value={action.kind}
        options={ACTION_KINDS.map((value) => ({ value, label: say(`do_${value}`) }))}
        onChange={(kind) => onChange({ ...action, kind, value: "" })}
      />
      {action.kind === "tag" && <TagValue value={action.value} onChange={change} />}
      {action.kind === "webhook" && <WebhookValue value={action.value} onChange={change} />}
      {onRemove && (
        <div className="absolute end-1.5 top-1.5">
          <IconButton icon={Trash2} label={say("removeAction")} onClick={onRemove} />
        </div>
      )}
    </li>
  );
}

interface ValueProps {
  value: string;
  onChange: (value: string) => void;
}

function TagValue({ value, onChange }: ValueProps) {
  const say = useMessages("rules");
  const tags = useTags().data ?? [];
  const list = useId();
  return (
    <>
      <TextField
        label={say("tagName")}
        maxLength={100}
        list={list}
        dir="auto"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      <datalist id={list}>
        {tags.map(({ id, name }) => (
          <option key={id} value={name} />
        ))}
      </datalist>
    </>
  );
}

function WebhookValue({ value, onChange }: ValueProps) {
  const say = useMessages("rules");
  const webhooks = useWebhooks().data;
  return (
    <Select
      label={say("webhook")}
      hint={webhooks?.length === 0 ? say("noWebhooks") : undefined}
      value={value}
      options={[
        { value: "", label: say("choose") },
        ...(webhooks ?? []).map(({ id, name, url }) => ({ value: id, label: name || url })),
      ]}
      onChange={onChange}
    />
  );
}
