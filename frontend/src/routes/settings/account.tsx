import { DeleteAccount } from "@/components/settings/delete-account";
import { Identities } from "@/components/settings/identities";
import { Passkeys } from "@/components/settings/passkeys";
import { PasswordForm } from "@/components/settings/password-form";
import { ProfileForm } from "@/components/settings/profile-form";
import { SettingsSection } from "@/components/settings/settings-section";
import { ErrorState } from "@/components/ui/error-state";
import { Skeleton } from "@/components/ui/skeleton";
import { useFormat } from "@/hooks/use-format";
import { useMessages } from "@/lib/i18n";
import { useMe, useSignInOptions } from "@/queries/account";

export function AccountPage() {
  const say = useMessages("account");
  const format = useFormat();
  const me = useMe();
  const isSingle = useSignInOptions().data?.single_user ?? false;
  if (me.error && !me.data)
    return <ErrorState error={me.error} onRetry={() => void me.refetch()} />;
  if (!me.data) return <Skeleton className="h-40 w-full" />;
  const account = me.data;
  const since = say("memberSince", { when: format.day(account.created_at) });
  const role = account.role === "admin" ? ` · ${say("isAdministrator")}` : "";
  return (
    <>
      <SettingsSection title={say("profile")} text={`${since}${role}`}>
        <ProfileForm key={account.name} account={account} isSingle={isSingle} />
      </SettingsSection>
      {!isSingle && (
        <SettingsSection
          title={say("password")}
          text={account.has_password ? say("passwordText") : say("noPasswordText")}
        >
          <PasswordForm hasPassword={account.has_password} />
        </SettingsSection>
      )}
      <Passkeys />
      <Identities />
      {!isSingle && <DeleteAccount account={account} />}
    </>
  );
}
