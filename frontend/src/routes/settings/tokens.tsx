import { KeySquare, Plus } from "lucide-react";
import { useState } from "react";
import { ListRow, RowList } from "@/components/settings/row-list";
import { SettingsSection } from "@/components/settings/settings-section";
import { TokenDialog } from "@/components/settings/token-dialog";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { useErrorText } from "@/hooks/use-error-text";
import { useFormat } from "@/hooks/use-format";
import { useMessages } from "@/lib/i18n";
import { type Token, useEndToken, useTokens } from "@/queries/credentials";
import { confirm } from "@/state/confirm";
import { toast } from "@/state/toasts";

export function TokensPage() {
  const say = useMessages("account");
  const tokens = useTokens();
  const [isMaking, setMaking] = useState(false);
  const action = (
    <Button onClick={() => setMaking(true)}>
      <Plus aria-hidden="true" className="size-4" />
      {say("newToken")}
    </Button>
  );
  return (
    <>
      <SettingsSection title={say("tokens")} text={say("tokensText")} action={action}>
        <RowList query={tokens} empty={say("noTokens")}>
          {(token) => <TokenRow key={token.id} token={token} />}
        </RowList>
      </SettingsSection>
      {isMaking && <TokenDialog onClose={() => setMaking(false)} />}
    </>
  );
}

function TokenRow({ token }: { token: Token }) {
  const say = useMessages("account");
  const format = useFormat();
  const errorText = useErrorText();
  const end = useEndToken();
  const { name } = token;
  const take = async () => {
    const question = {
      title: say("endTokenQuestion", { name }),
      text: say("endTokenText"),
      action: say("endToken"),
      danger: true,
    };
    if (!(await confirm(question))) return;
    end.mutate(token.id, {
      onError: (error) => toast({ text: errorText(error), look: "danger" }),
    });
  };
  const used =
    token.last_used_at === null
      ? say("neverUsed")
      : say("used", { when: format.ago(token.last_used_at) });
  const expiry =
    token.expires_at === null
      ? say("forEver")
      : say("until", { when: format.day(token.expires_at) });
  return (
    <ListRow
      icon={KeySquare}
      title={
        <>
          <span dir="auto">{name}</span>
          <Badge>{say(token.scope === "read" ? "scopeRead" : "scopeWrite")}</Badge>
        </>
      }
      facts={[used, expiry]}
    >
      <Button
        busy={end.isPending}
        aria-label={say("endTokenNamed", { name })}
        onClick={() => void take()}
      >
        {say("endToken")}
      </Button>
    </ListRow>
  );
}
