// Which text of an entry is shown: the feed's own, or the whole article from its page.
import { useState } from "react";
import type { Entry } from "@/api/types";
import { useErrorText } from "@/hooks/use-error-text";
import { useFormat } from "@/hooks/use-format";
import { useMessages } from "@/lib/i18n";
import { useFetchFullText } from "@/queries/full-text";

export interface FullTextChoice {
  isFull: boolean;
  isWorking: boolean;
  /** Why there is no full text, in words; null: nothing failed. */
  problem: string | null;
  toggle: () => void;
}

export function useFullTextChoice(entry: Entry): FullTextChoice {
  const { mutate, data, error, isPending } = useFetchFullText(entry.id);
  const [wantsFull, setWantsFull] = useState(true);
  const isFull = wantsFull && entry.full_text_html !== null;
  const toggle = () => {
    setWantsFull(!isFull);
    if (entry.full_text_html === null && !isPending) mutate();
  };
  const problem = useProblem(data, error);
  const isWorking = isPending || entry.full_text_state === "coming";
  return { isFull, isWorking, problem: isWorking ? null : problem, toggle };
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
  return (
    <div role="status" className="print:hidden">
      {choice.isWorking && (
        <p className="mb-5 animate-pulse text-sm text-soft">{say("fullTextWorking")}</p>
      )}
      {choice.problem && (
        <p className="mb-5 rounded-md border border-warning px-3 py-2 text-sm">
          {choice.problem}
        </p>
      )}
    </div>
  );
}
