import { useNavigate } from "@tanstack/react-router";
import { Download } from "lucide-react";
import { type FormEvent, useId, useState } from "react";
import type { Account } from "@/api/types";
import { PasswordField } from "@/components/signed-out/password-field";
import { Button, buttonClasses } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Dialog } from "@/components/ui/dialog";
import { useAuthError } from "@/hooks/use-auth-error";
import { useMessages } from "@/lib/i18n";
import { useDeleteAccount } from "@/queries/profile";
import { SettingsSection } from "./settings-section";

/** The end of an account: everything can be taken along first, and nothing comes back. */
export function DeleteAccount({ account }: { account: Account }) {
  const say = useMessages("account");
  const [isOpen, setOpen] = useState(false);
  return (
    <SettingsSection title={say("deleteAccount")} text={say("deleteAccountText")}>
      <div className="flex flex-wrap gap-2">
        <ExportLink />
        <Button look="danger" onClick={() => setOpen(true)}>
          {say("deleteAccount")}
        </Button>
      </div>
      {isOpen && <DeleteDialog account={account} onClose={() => setOpen(false)} />}
    </SettingsSection>
  );
}

function DeleteDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const say = useMessages("account");
  const sayUi = useMessages("ui");
  const errorText = useAuthError();
  const navigate = useNavigate();
  const remove = useDeleteAccount();
  const form = useId();
  const [password, setPassword] = useState("");
  const [isSure, setSure] = useState(false);
  const send = (event: FormEvent) => {
    event.preventDefault();
    const onSuccess = () => void navigate({ to: "/login" });
    remove.mutate(account.has_password ? password : null, { onSuccess });
  };
  const footer = (
    <>
      <Button onClick={onClose}>{sayUi("cancel")}</Button>
      <Button
        type="submit"
        form={form}
        look="danger"
        busy={remove.isPending}
        disabled={!isSure}
      >
        {say("deleteForGood")}
      </Button>
    </>
  );
  return (
    <Dialog
      open
      title={say("deleteAccountQuestion", { name: account.name })}
      description={say("deleteAccountConsequence")}
      onClose={onClose}
      footer={footer}
    >
      <form id={form} onSubmit={send} className="flex flex-col gap-4">
        <div>
          <ExportLink />
        </div>
        {account.has_password && (
          <PasswordField
            label={say("currentPassword")}
            autoComplete="current-password"
            required
            value={password}
            onChange={(event) => setPassword(event.target.value)}
            error={errorText(remove.error)}
          />
        )}
        <Checkbox label={say("deleteSure")} checked={isSure} onChange={setSure} />
        {!account.has_password && remove.error && (
          <p role="alert" className="text-sm text-danger">
            {errorText(remove.error)}
          </p>
        )}
      </form>
    </Dialog>
  );
}

function ExportLink() {
  const say = useMessages("account");
  return (
    <a href="/api/v1/users/me/export" download className={buttonClasses("secondary")}>
      <Download aria-hidden="true" className="size-4" />
      {say("exportFirst")}
    </a>
  );
}
