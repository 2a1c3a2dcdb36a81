import { Link2 } from "lucide-react";
import { Button, buttonClasses } from "@/components/ui/button";
import { useAuthError } from "@/hooks/use-auth-error";
import { useFormat } from "@/hooks/use-format";
import { useMessages } from "@/lib/i18n";
import { useSignInOptions } from "@/queries/account";
import { type Identity, useDisconnect, useIdentities } from "@/queries/credentials";
import { confirm } from "@/state/confirm";
import { toast } from "@/state/toasts";
import { ListRow, RowList } from "./row-list";
import { SettingsSection } from "./settings-section";

const PATHS = {
  oidc: "oidc",
  google: "oauth/google",
  facebook: "oauth/facebook",
  apple: "oauth/apple",
} as const;
const ORDER = ["oidc", "google", "facebook", "apple"] as const;

/** Other services that open the account. Nothing to see where none is set up. */
export function Identities() {
  const say = useMessages("account");
  const offered = useSignInOptions().data?.providers ?? [];
  const identities = useIdentities();
  const linked = identities.data ?? [];
  const free = ORDER.filter(
    (one) => offered.includes(one) && !linked.some((each) => each.provider === one),
  );
  if (offered.length === 0 && linked.length === 0) return null;
  return (
    <SettingsSection title={say("identities")} text={say("identitiesText")}>
      <RowList query={identities} empty={say("noIdentities")}>
        {(identity) => <IdentityRow key={identity.provider} identity={identity} />}
      </RowList>
      {free.length > 0 && (
        <div className="flex flex-wrap gap-2">
          {free.map((provider) => (
            <a
              key={provider}
              href={`/api/v1/auth/${PATHS[provider]}?link=true&next=/settings/account`}
              className={buttonClasses("secondary")}
            >
              {say("connect", { name: say(provider) })}
            </a>
          ))}
        </div>
      )}
    </SettingsSection>
  );
}

function IdentityRow({ identity }: { identity: Identity }) {
  const say = useMessages("account");
  const format = useFormat();
  const errorText = useAuthError();
  const disconnect = useDisconnect();
  const name = say(identity.provider);
  const take = async () => {
    const question = {
      title: say("disconnectQuestion", { name }),
      text: say("disconnectText"),
      action: say("disconnect"),
      danger: true,
    };
    if (!(await confirm(question))) return;
    disconnect.mutate(identity.provider, {
      onError: (error) => toast({ text: errorText(error) ?? "", look: "danger" }),
    });
  };
  return (
    <ListRow
      icon={Link2}
      title={name}
      facts={[identity.email, say("since", { when: format.day(identity.linked_at) })]}
    >
      <Button
        busy={disconnect.isPending}
        aria-label={say("disconnectNamed", { name })}
        onClick={() => void take()}
      >
        {say("disconnect")}
      </Button>
    </ListRow>
  );
}
