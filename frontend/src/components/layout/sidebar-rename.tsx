import { type FormEvent, useId, useState } from "react";
import type { Folder } from "@/api/types";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { TextField } from "@/components/ui/field";
import { useErrorText } from "@/hooks/use-error-text";
import { useMessages } from "@/lib/i18n";
import { useChangeFolder } from "@/queries/managing";

/** Another name for a folder, where it is. */
export function RenameDialog({ folder, onClose }: { folder: Folder; onClose: () => void }) {
  const say = useMessages("sidebar");
  const sayUi = useMessages("ui");
  const errorText = useErrorText();
  const change = useChangeFolder();
  const form = useId();
  const [name, setName] = useState(folder.name);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change.mutate({ id: folder.id, name: name.trim() }, { onSuccess: onClose });
  };
  const footer = (
    <>
      <Button onClick={onClose}>{sayUi("cancel")}</Button>
      <Button look="primary" type="submit" form={form} busy={change.isPending}>
        {sayUi("save")}
      </Button>
    </>
  );
  return (
    <Dialog
      open
      size="small"
      title={say("renameTitle", { name: folder.name })}
      onClose={onClose}
      footer={footer}
    >
      <form id={form} onSubmit={submit}>
        <TextField
          label={say("name")}
          error={change.error ? errorText(change.error) : undefined}
          required
          maxLength={200}
          dir="auto"
          value={name}
          onFocus={(event) => event.target.select()}
          onChange={(event) => setName(event.target.value)}
        />
      </form>
    </Dialog>
  );
}
