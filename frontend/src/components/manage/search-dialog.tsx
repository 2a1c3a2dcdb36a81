import { type FormEvent, useId, useState } from "react";
import type { SavedSearch } from "@/api/types";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { TextField } from "@/components/ui/field";
import { useErrorText } from "@/hooks/use-error-text";
import { useMessages } from "@/lib/i18n";
import { useChangeSearch } from "@/queries/managing";

export function SearchDialog({
  search,
  onClose,
}: {
  search: SavedSearch;
  onClose: () => void;
}) {
  const say = useMessages("manage");
  const sayUi = useMessages("ui");
  const errorText = useErrorText();
  const change = useChangeSearch();
  const form = useId();
  const [name, setName] = useState(search.name);
  const [query, setQuery] = useState(search.query);
  const send = (event: FormEvent) => {
    event.preventDefault();
    const body = { name: name.trim(), query: query.trim() };
    change.mutate({ id: search.id, ...body }, { onSuccess: onClose });
  };
  return (
    <Dialog
      open
      title={say("editSearchTitle", { name: search.name })}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{sayUi("cancel")}</Button>
          <Button type="submit" form={form} look="primary" busy={change.isPending}>
            {sayUi("save")}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={send} className="flex flex-col gap-4">
        <TextField
          label={say("searchName")}
          required
          maxLength={200}
          dir="auto"
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <TextField
          label={say("searchQuery")}
          required
          maxLength={512}
          dir="auto"
          value={query}
          error={change.error ? errorText(change.error) : undefined}
          onChange={(event) => setQuery(event.target.value)}
        />
      </form>
    </Dialog>
  );
}
