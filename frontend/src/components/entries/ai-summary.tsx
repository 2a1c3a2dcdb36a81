import { Sparkles } from "lucide-react";
import type { ReactNode } from "react";
import type { Entry, Summary } from "@/api/types";
import { Button } from "@/components/ui/button";
import { useErrorText } from "@/hooks/use-error-text";
import { useNeedsNetwork } from "@/hooks/use-needs-network";
import { isHopeless, isWorthShowing, restOfSummary } from "@/lib/entry-ai";
import { useMessages } from "@/lib/i18n";
import { useAskAi } from "@/queries/entry-ai";
import { usePreferences } from "@/queries/preferences";
import { useAiFailure } from "./ai-failure";
import { AiPending } from "./ai-pending";

/** The summary of an entry in whatever state it is; nothing where there is no AI. */
export function AiSummary({ entry, html }: { entry: Entry; html: string }) {
  const say = useMessages("entry");
  const errorText = useErrorText();
  const failure = useAiFailure();
  const { showSummaries } = usePreferences();
  const request = useAskAi(entry.id);
  const network = useNeedsNetwork();
  const { summary } = entry;
  if (!summary || !showSummaries || isHopeless(summary)) return null;
  const ask = () => request.mutate("summary");
  if (summary.state === "pending" || request.isPending) {
    return (
      <Box title={say("aiSummary")}>
        <AiPending text={summary.waits_for ? say("aiWaitsForText") : say("aiGenerating")} />
      </Box>
    );
  }
  if (summary.state === "ready") {
    return (
      isWorthShowing(summary, entry.reading_minutes, html) && <ReadySummary summary={summary} />
    );
  }
  if (summary.state === "none" && !request.error) {
    return (
      <p className="mb-5 print:hidden">
        <Button disabled={network.isOff} onClick={ask}>
          <Sparkles aria-hidden="true" className="size-4" />
          {network.named(say("aiAskSummary"))}
        </Button>
      </p>
    );
  }
  const why = request.error ? errorText(request.error) : failure(summary);
  return (
    <NoSummary
      why={why}
      isOff={network.isOff}
      label={network.named(say("aiRetry"))}
      onRetry={ask}
    />
  );
}

interface NoSummaryProps {
  why: string | null;
  isOff: boolean;
  label: string;
  onRetry: () => void;
}

function NoSummary({ why, isOff, label, onRetry }: NoSummaryProps) {
  const say = useMessages("entry");
  return (
    <Box title={say("aiSummary")}>
      <p className="font-medium">{say("aiUnavailable")}</p>
      <p className="text-soft">{why}</p>
      <Button disabled={isOff} onClick={onRetry} className="mt-2">
        {label}
      </Button>
    </Box>
  );
}

function ReadySummary({ summary }: { summary: Summary }) {
  const say = useMessages("entry");
  const isExcerpt = summary.kind === "excerpt";
  const hint = isExcerpt
    ? say("aiExcerptHint")
    : summary.model && say("aiSummaryHint", { model: summary.model });
  const rest = restOfSummary(summary);
  return (
    <Box title={isExcerpt ? say("aiExcerpt") : say("aiSummary")} hint={hint}>
      <div dir="auto" lang={isExcerpt ? undefined : summary.language || undefined}>
        {summary.one_line && <p className="font-medium">{summary.one_line}</p>}
        {rest && <p className="mt-1.5 whitespace-pre-line">{rest}</p>}
      </div>
    </Box>
  );
}

function Box({
  title,
  hint,
  children,
}: {
  title: string;
  hint?: string | null;
  children: ReactNode;
}) {
  return (
    <section
      aria-label={title}
      className="mb-6 w-full rounded-lg border border-line bg-side px-4 py-3 text-[0.9375rem]"
    >
      <h2 className="mb-1.5 flex flex-wrap items-baseline gap-x-2 text-xs font-semibold text-soft">
        {title}
        {hint && <span className="font-normal">{hint}</span>}
      </h2>
      {children}
    </section>
  );
}
