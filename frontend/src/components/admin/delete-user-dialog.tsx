import { type FormEvent, useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { TextField } from "@/components/ui/field";
import { useAuthError } from "@/hooks/use-auth-error";
import { useMessages } from "@/lib/i18n";
import { type User, useDeleteUser } from "@/queries/admin";
import { toast } from "@/state/toasts";

/** Whoever deletes an account types its name: no wrong line is hit by mistake. */
export function DeleteUserDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const say = useMessages("admin");
  const sayUi = useMessages("ui");
  const errorText = useAuthError();
  const remove = useDeleteUser();
  const form = useId();
  const [typed, setTyped] = useState("");
  const { name } = user;
  const send = (event: FormEvent) => {
    event.preventDefault();
    const onSuccess = () => {
      toast({ text: say("userDeleted", { name }) });
      onClose();
    };
    remove.mutate(user.id, { onSuccess });
  };
  const footer = (
    <>
      <Button onClick={onClose}>{sayUi("cancel")}</Button>
      <Button
        type="submit"
        form={form}
        look="danger"
        busy={remove.isPending}
        disabled={typed !== name}
      >
        {say("deleteUser")}
      </Button>
    </>
  );
  return (
    <Dialog
      open
      title={say("deleteUserQuestion", { name })}
      description={say("deleteUserText")}
      onClose={onClose}
      footer={footer}
    >
      <form id={form} onSubmit={send}>
        <TextField
          label={say("typeName", { name })}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          error={errorText(remove.error)}
        />
      </form>
    </Dialog>
  );
}
