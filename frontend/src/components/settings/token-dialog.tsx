import { type FormEvent, useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { TextField } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { useErrorText } from "@/hooks/use-error-text";
import { useMessages } from "@/lib/i18n";
import { useMakeToken } from "@/queries/credentials";
import { ChoiceGroup } from "./choice-group";
import { CopyField } from "./copy-field";

const LASTING = ["30", "90", "365", "0"] as const;

/** Makes a token; afterwards it shows its text, this once. */
export function TokenDialog({ onClose }: { onClose: () => void }) {
  const say = useMessages("account");
  const sayUi = useMessages("ui");
  const make = useMakeToken();
  const form = useId();
  if (make.data) {
    return (
      <Dialog
        open
        title={say("tokenMade", { name: make.data.name })}
        description={say("shownOnce")}
        onClose={onClose}
        footer={
          <Button look="primary" onClick={onClose}>
            {say("haveIt")}
          </Button>
        }
      >
        <CopyField label={say("token")} value={make.data.token} />
      </Dialog>
    );
  }
  return (
    <Dialog
      open
      title={say("newToken")}
      description={say("newTokenText")}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{sayUi("cancel")}</Button>
          <Button type="submit" form={form} look="primary" busy={make.isPending}>
            {say("makeToken")}
          </Button>
        </>
      }
    >
      <TokenForm id={form} make={make} />
    </Dialog>
  );
}

function TokenForm({ id, make }: { id: string; make: ReturnType<typeof useMakeToken> }) {
  const say = useMessages("account");
  const errorText = useErrorText();
  const [name, setName] = useState("");
  const [scope, setScope] = useState<"read" | "write">("read");
  const [days, setDays] = useState<(typeof LASTING)[number]>("365");
  const send = (event: FormEvent) => {
    event.preventDefault();
    make.mutate({ name: name.trim(), scope, days: days === "0" ? null : Number(days) });
  };
  return (
    <form id={id} onSubmit={send} className="flex flex-col gap-4">
      <TextField
        label={say("tokenName")}
        hint={say("tokenNameHint")}
        required
        maxLength={100}
        value={name}
        onChange={(event) => setName(event.target.value)}
        error={make.error ? errorText(make.error) : undefined}
      />
      <ChoiceGroup
        label={say("tokenScope")}
        value={scope}
        choices={[
          { value: "read", label: say("scopeRead"), hint: say("scopeReadHint") },
          { value: "write", label: say("scopeWrite"), hint: say("scopeWriteHint") },
        ]}
        onChange={setScope}
      />
      <Select
        label={say("tokenDays")}
        value={days}
        options={LASTING.map((value) => ({
          value,
          label: value === "0" ? say("forEver") : say("days", { count: Number(value) }),
        }))}
        onChange={setDays}
      />
    </form>
  );
}
