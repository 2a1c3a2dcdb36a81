// Which text of an entry is shown: the feed's own, or the whole article from its page.
import { useState } from "react";
import type { Entry } from "@/api/types";
import { Button } from "@/components/ui/button";
import { useErrorText } from "@/hooks/use-error-text";
import { useFormat } from "@/hooks/use-format";
import { useKeptFocus } from "@/hooks/use-kept-focus";
import { useMessages } from "@/lib/i18n";
import { useFetchFullText } from "@/queries/full-text";

export interface FullTextChoice {
  isFull: boolean;
  isWorking: boolean;
  /** Why there is no full text, in words; null: nothing failed. */
  problem: string | null;
  toggle: () => void;
  retry: () => void;
}

export function useFullTextChoice(entry: Entry): FullTextChoice {
  const { mutate, data, error, isPending } = useFetchFullText(entry.id, true);
  const [wantsFull, setWantsFull] = useState(true);
  const isFull = wantsFull && entry.full_text_html !== null;
  const toggle = () => {
    setWantsFull(!isFull);
    if (entry.full_text_html === null && !isPending) mutate();
  };
  const problem = useProblem(data, error);
  const isWorking = isPending || entry.full_text_state === "coming";
  return { isFull, isWorking, problem: isWorking ? null : problem, toggle, retry: mutate };
}

function useProblem(
  answer: ReturnType<typeof useFetchFullText>["data"],
  error: unknown,
): string | null {
  const say = useMessages("entry");
  const format = useFormat();
  const errorText = useErrorText();
  if (error) return say("fullTextFailed", { reason: errorText(error) });
  if (!answer || answer.source === "full_text") return null;
  const reason = answer.reason ?? say("fullTextUnknown");
  const later = answer.retry_at && say("fullTextLater", { time: format.ago(answer.retry_at) });
  return [say("fullTextFailed", { reason }), later].filter(Boolean).join(" ");
}

/** How fetching goes, above the text. */
export function FullTextState({ choice }: { choice: FullTextChoice }) {
  const say = useMessages("entry");
  const sayUi = useMessages("ui");
  const kept = useKeptFocus(); // the button goes away when it was pressed
  return (
    <div {...kept} tabIndex={-1} role="status" className="outline-none print:hidden">
      {choice.isWorking && (
        <p className="mb-5 animate-pulse text-sm text-soft">{say("fullTextWorking")}</p>
      )}
      {choice.problem && (
        <div className="mb-5 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md border border-warning px-3 py-2 text-sm">
          <p className="min-w-0 flex-1 basis-60">{choice.problem}</p>
          <Button onClick={choice.retry}>{sayUi("retry")}</Button>
        </div>
      )}
    </div>
  );
}
