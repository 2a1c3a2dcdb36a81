import { type FormEvent, useState } from "react";
import { PasswordField } from "@/components/signed-out/password-field";
import { Button } from "@/components/ui/button";
import { useErrorText } from "@/hooks/use-error-text";
import { useMessages } from "@/lib/i18n";
import { useForgetAiKey, useSetAiKey } from "@/queries/ai";
import { confirm } from "@/state/confirm";
import { toast } from "@/state/toasts";

/** A key of one's own; the server never shows it again, so neither do we. */
export function AiKeyForm({ hasKey }: { hasKey: boolean }) {
  const say = useMessages("ai");
  const errorText = useErrorText();
  const set = useSetAiKey();
  const [key, setKey] = useState("");
  const send = (event: FormEvent) => {
    event.preventDefault();
    const onSuccess = () => {
      setKey("");
      toast({ text: say("keyKept") });
    };
    set.mutate(key, { onSuccess });
  };
  return (
    <form onSubmit={send} className="flex max-w-md flex-col gap-3">
      {hasKey && <KeptKey />}
      <PasswordField
        label={hasKey ? say("otherKey") : say("ownKey")}
        autoComplete="off"
        required
        minLength={8}
        maxLength={500}
        value={key}
        onChange={(event) => setKey(event.target.value)}
        error={set.error ? errorText(set.error) : undefined}
      />
      <div>
        <Button type="submit" busy={set.isPending}>
          {say("keepKey")}
        </Button>
      </div>
    </form>
  );
}

function KeptKey() {
  const say = useMessages("ai");
  const forget = useForgetAiKey();
  const take = async () => {
    const question = {
      title: say("forgetKeyQuestion"),
      text: say("forgetKeyText"),
      action: say("forgetKey"),
      danger: true,
    };
    if (await confirm(question)) forget.mutate(undefined);
  };
  return (
    <p className="flex flex-wrap items-center justify-between gap-2 text-sm">
      {say("hasKey")}
      <Button look="quiet" busy={forget.isPending} onClick={() => void take()}>
        {say("forgetKey")}
      </Button>
    </p>
  );
}
