import { type FormEvent, useId, useState } from "react";
import { ChoiceGroup } from "@/components/settings/choice-group";
import { NewPasswordField } from "@/components/signed-out/new-password-field";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { TextField } from "@/components/ui/field";
import { useAuthError } from "@/hooks/use-auth-error";
import { authErrorKeyOf } from "@/lib/auth-errors";
import { useMessages } from "@/lib/i18n";
import { useAddUser } from "@/queries/admin";
import { toast } from "@/state/toasts";

export function UserDialog({ onClose }: { onClose: () => void }) {
  const say = useMessages("admin");
  const sayUi = useMessages("ui");
  const form = useId();
  const add = useAddUser();
  const footer = (
    <>
      <Button onClick={onClose}>{sayUi("cancel")}</Button>
      <Button type="submit" form={form} look="primary" busy={add.isPending}>
        {say("addUser")}
      </Button>
    </>
  );
  return (
    <Dialog open title={say("addUser")} onClose={onClose} footer={footer}>
      <UserForm id={form} add={add} onDone={onClose} />
    </Dialog>
  );
}

interface UserFormProps {
  id: string;
  add: ReturnType<typeof useAddUser>;
  onDone: () => void;
}

function UserForm({ id, add, onDone }: UserFormProps) {
  const say = useMessages("admin");
  const sayAuth = useMessages("auth");
  const errorText = useAuthError();
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const [role, setRole] = useState<"user" | "admin">("user");
  const send = (event: FormEvent) => {
    event.preventDefault();
    const onSuccess = () => {
      toast({ text: say("userAdded", { name }) });
      onDone();
    };
    add.mutate({ name, password, role }, { onSuccess });
  };
  const isAboutName = ["nameTaken", "badName"].includes(authErrorKeyOf(add.error) ?? "");
  return (
    <form id={id} onSubmit={send} autoComplete="off" className="flex flex-col gap-4">
      <TextField
        label={say("name")}
        hint={sayAuth("nameHint")}
        required
        maxLength={64}
        autoComplete="off"
        value={name}
        onChange={(event) => setName(event.target.value)}
        error={isAboutName ? errorText(add.error) : undefined}
      />
      <NewPasswordField
        label={say("firstPassword")}
        value={password}
        onChange={setPassword}
        error={isAboutName ? undefined : errorText(add.error)}
      />
      <ChoiceGroup
        label={say("role")}
        value={role}
        choices={[
          { value: "user", label: say("roleUser"), hint: say("roleUserHint") },
          { value: "admin", label: say("roleAdmin"), hint: say("roleAdminHint") },
        ]}
        onChange={setRole}
      />
    </form>
  );
}
