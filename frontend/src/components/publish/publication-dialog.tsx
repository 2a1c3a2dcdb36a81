import { type FormEvent, useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { TextField } from "@/components/ui/field";
import { Switch } from "@/components/ui/switch";
import { useErrorText } from "@/hooks/use-error-text";
import { useMessages } from "@/lib/i18n";
import {
  changesOf,
  draftOf,
  isLimit,
  isReady,
  MOST_ENTRIES,
  NEW_PUBLICATION,
  newPublication,
  type PublicationDraft,
  usesScores,
} from "@/lib/publication-draft";
import { useAiStatus } from "@/queries/ai-status";
import { type Publication, useChangePublication, usePublish } from "@/queries/publications";
import { toast } from "@/state/toasts";
import { ScoreFields } from "./score-fields";
import { SourceFields } from "./source-fields";

interface PublicationDialogProps {
  /** null: a new one. */
  publication: Publication | null;
  onClose: () => void;
  onMade: (id: string) => void;
}

export function PublicationDialog({ publication, onClose, onMade }: PublicationDialogProps) {
  const say = useMessages("publish");
  const sayUi = useMessages("ui");
  const errorText = useErrorText();
  const publish = usePublish();
  const change = useChangePublication();
  const form = useId();
  const [draft, setDraft] = useState(() => firstDraft(publication, say("source_starred")));
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (publication) {
      change.mutate({ id: publication.id, ...changesOf(draft) }, { onSuccess: onClose });
      return;
    }
    publish.mutate(newPublication(draft), {
      onSuccess: (made) => {
        onMade(made.id);
        toast({ text: say("published", { name: made.title }) });
        onClose();
      },
    });
  };
  const error = publish.error ?? change.error;
  return (
    <Dialog
      open
      title={publication ? say("changeTitle", { name: publication.title }) : say("publish")}
      description={publication ? say("changeText") : say("warning")}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{sayUi("cancel")}</Button>
          <Button
            type="submit"
            form={form}
            look="primary"
            disabled={!isReady(draft)}
            busy={publish.isPending || change.isPending}
          >
            {publication ? sayUi("save") : say("create")}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={send} className="flex flex-col gap-4">
        <Fields draft={draft} isNew={publication === null} onChange={setDraft} />
        {error && (
          <p role="alert" className="text-sm text-danger">
            {errorText(error)}
          </p>
        )}
      </form>
    </Dialog>
  );
}

interface FieldsProps {
  draft: PublicationDraft;
  isNew: boolean;
  onChange: (draft: PublicationDraft) => void;
}

function Fields({ draft, isNew, onChange }: FieldsProps) {
  const say = useMessages("publish");
  const ai = useAiStatus().data;
  // The list is called after what it is of until the reader writes a title.
  const [isNamed, setNamed] = useState(!isNew);
  const set = (change: Partial<PublicationDraft>) => onChange({ ...draft, ...change });
  const hasScores = (ai?.enabled && ai.deframes) || usesScores(draft);
  return (
    <>
      {isNew && (
        <SourceFields
          draft={draft}
          onChange={(source, of, name) =>
            set({ source, of, ...(isNamed ? {} : { title: name }) })
          }
        />
      )}
      <TextField
        label={say("listTitle")}
        hint={say("listTitleHint")}
        required
        maxLength={200}
        dir="auto"
        value={draft.title}
        onChange={(event) => {
          setNamed(event.target.value !== "");
          set({ title: event.target.value });
        }}
      />
      <TextField
        label={say("limit")}
        {...(isLimit(draft.limit) ? { hint: say("limitHint") } : { error: say("limitHint") })}
        type="number"
        required
        min={1}
        max={MOST_ENTRIES}
        value={Number.isNaN(draft.limit) ? "" : draft.limit}
        onChange={(event) => set({ limit: event.target.valueAsNumber })}
      />
      <Switch
        label={say("fullContent")}
        hint={say("fullContentHint")}
        checked={draft.fullContent}
        onChange={(fullContent) => set({ fullContent })}
      />
      {hasScores && <ScoreFields draft={draft} onChange={set} />}
    </>
  );
}

function firstDraft(publication: Publication | null, title: string): PublicationDraft {
  return publication ? draftOf(publication) : { ...NEW_PUBLICATION, title };
}
