import { useNavigate } from "@tanstack/react-router";
import { type FormEvent, useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { TextField } from "@/components/ui/field";
import { useErrorText } from "@/hooks/use-error-text";
import { useMessages } from "@/lib/i18n";
import { useSaveSearch } from "@/queries/feed-changes";

/** Gives a search a name and a place in the sidebar. */
export function SaveSearch({ query, onClose }: { query: string; onClose: () => void }) {
  const say = useMessages("search");
  const sayUi = useMessages("ui");
  const errorText = useErrorText();
  const navigate = useNavigate();
  const save = useSaveSearch();
  const form = useId();
  const [name, setName] = useState(query);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate(
      { name: name.trim(), query },
      {
        onSuccess: ({ id }) => {
          onClose();
          void navigate({ to: "/search/$id", params: { id } });
        },
      },
    );
  };
  const footer = (
    <>
      <Button onClick={onClose}>{sayUi("cancel")}</Button>
      <Button look="primary" type="submit" form={form} busy={save.isPending}>
        {sayUi("save")}
      </Button>
    </>
  );
  return (
    <Dialog open size="small" title={say("saveTitle")} onClose={onClose} footer={footer}>
      <form id={form} onSubmit={submit}>
        <TextField
          label={say("name")}
          hint={say("saveHint", { query })}
          error={save.error ? errorText(save.error) : undefined}
          required
          maxLength={200}
          value={name}
          onFocus={(event) => event.target.select()}
          onChange={(event) => setName(event.target.value)}
        />
      </form>
    </Dialog>
  );
}
