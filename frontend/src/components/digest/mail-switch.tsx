import { Link } from "@tanstack/react-router";
import { Switch } from "@/components/ui/switch";
import { mailTrouble } from "@/lib/digest-plan";
import { useMessages } from "@/lib/i18n";
import { useMe, useSignInOptions } from "@/queries/account";

interface MailSwitchProps {
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}

/** Whether digests are sent too. Where that cannot be, it says why. */
export function MailSwitch({ isOn, onChange }: MailSwitchProps) {
  const say = useMessages("digest");
  const options = useSignInOptions().data;
  const account = useMe().data;
  if (!options || !account)
    return <Switch label={say("byMail")} checked={isOn} disabled onChange={onChange} />;
  const trouble = mailTrouble(options, account);
  const reason = say(trouble ?? "byMailHint", { email: account.email ?? "" });
  const isMendable = trouble === "noAddress" || trouble === "unproven";
  const hint = isMendable ? (
    <>
      {reason}{" "}
      <Link to="/settings/account" className="text-accent underline">
        {say("toAccount")}
      </Link>
    </>
  ) : (
    reason
  );
  return (
    <Switch
      label={say("byMail")}
      hint={hint}
      checked={isOn}
      // What is on can always be switched off.
      disabled={trouble !== null && !isOn}
      onChange={onChange}
    />
  );
}
