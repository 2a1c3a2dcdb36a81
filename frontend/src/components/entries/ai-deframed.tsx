import { Scale } from "lucide-react";
import { useState } from "react";
import type { Deframed, Entry } from "@/api/types";
import { Button } from "@/components/ui/button";
import { classes } from "@/components/ui/class-names";
import { useErrorText } from "@/hooks/use-error-text";
import { useNeedsNetwork } from "@/hooks/use-needs-network";
import { isSameTitle } from "@/lib/entry-ai";
import { useMessages } from "@/lib/i18n";
import { useDeframes } from "@/queries/ai-status";
import { useAskAi } from "@/queries/entry-ai";
import { useAiFailure } from "./ai-failure";
import { AiPending } from "./ai-pending";
import { ScoreBars, ScoreReasons } from "./ai-scores";
import { Float } from "./entry-float";

const CALM = 0.1; // below this, bars would only take room
const LOOK = "mb-4 w-full rounded-lg border border-line px-4 py-3";
const LINE = "mb-5 flex flex-wrap items-center gap-3 text-sm text-soft print:hidden";
const CALM_LOOK = "mb-3 flex w-full flex-wrap items-baseline gap-x-4 text-sm text-soft";

/** The neutral title beside the original, with its scores; nothing where there is no AI. */
export function AiDeframed({ entry }: { entry: Entry }) {
  const say = useMessages("entry");
  const errorText = useErrorText();
  const failure = useAiFailure();
  const request = useAskAi(entry.id);
  const isOffered = useDeframes();
  const { deframed } = entry;
  if (!deframed && !isOffered) return null;
  const ask = () => request.mutate("deframe");
  if (deframed?.state === "pending" || request.isPending) {
    return (
      <div className="mb-4 w-full text-sm">
        <AiPending
          name={say("aiNeutral")}
          text={deframed?.waits_for ? say("aiDeframeWaitsForText") : say("aiDeframing")}
        />
      </div>
    );
  }
  if (deframed?.state === "ready") {
    return <ReadyDeframed deframed={deframed} original={entry.title} />;
  }
  if (deframed?.code === "not_judged") {
    // It is worth a word only to whoever has just asked.
    return request.isSuccess && <p className={LINE}>{failure(deframed)}</p>;
  }
  const failed = deframed?.state === "failed" ? failure(deframed) : null;
  return <NotDeframed why={request.error ? errorText(request.error) : failed} onAsk={ask} />;
}

/** A button to ask, under what went wrong the last time; null: nobody has asked. */
function NotDeframed({ why, onAsk }: { why: string | null; onAsk: () => void }) {
  const say = useMessages("entry");
  const network = useNeedsNetwork();
  return (
    <p className={LINE}>
      {why !== null && (
        <span>
          {say("aiDeframeUnavailable")} {why}
        </span>
      )}
      <Button disabled={network.isOff} onClick={onAsk}>
        <Scale aria-hidden="true" className="size-4" />
        {network.named(why === null ? say("aiAskDeframe") : say("aiRetry"))}
      </Button>
    </p>
  );
}

function ReadyDeframed({ deframed, original }: { deframed: Deframed; original: string }) {
  const say = useMessages("entry");
  const [anchor, setAnchor] = useState<Element | null>(null);
  const isSame = isSameTitle(deframed.title ?? "", original);
  const isCalm = isSame && (deframed.overall ?? 1) < CALM;
  return (
    <section aria-label={say("aiNeutral")} className={isCalm ? CALM_LOOK : LOOK}>
      <h2 className={isCalm ? "sr-only" : "text-xs font-semibold text-soft"}>
        {say("aiNeutral")}
      </h2>
      {isSame ? (
        <p>{say("aiAlreadyNeutral")}</p>
      ) : (
        <p dir="auto" className="mt-1 text-lg font-medium leading-snug">
          {deframed.title}
        </p>
      )}
      {!isCalm && deframed.scores && (
        <div className="mt-3">
          <ScoreBars scores={deframed.scores} />
        </div>
      )}
      <button
        type="button"
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
        className={classes(
          "target -ms-2 rounded-md px-2 text-sm font-medium text-accent underline underline-offset-4 hover:bg-hover print:hidden",
          !isCalm && "mt-1",
        )}
      >
        {say("aiWhy")}
      </button>
      {anchor && (
        <Float
          anchor={anchor}
          label={say("aiReasons")}
          onClose={() => setAnchor(null)}
          className="w-96 p-4"
        >
          <Reasons deframed={deframed} isSame={isSame} />
        </Float>
      )}
    </section>
  );
}

function Reasons({ deframed, isSame }: { deframed: Deframed; isSame: boolean }) {
  const say = useMessages("entry");
  const { title_reason, scores, reasons, facts } = deframed;
  return (
    <div className="flex flex-col gap-4">
      <div>
        <h3 className="mb-2 text-sm font-semibold">{say("aiReasons")}</h3>
        {scores && <ScoreReasons scores={scores} reasons={reasons} />}
      </div>
      {title_reason && !isSame && (
        <div>
          <h3 className="mb-1 text-sm font-semibold">{say("aiTitleReason")}</h3>
          <p dir="auto" className="text-sm text-soft">
            {title_reason}
          </p>
        </div>
      )}
      {facts && facts.length > 0 && (
        <div>
          <h3 className="mb-2 text-sm font-semibold">{say("aiFacts")}</h3>
          <ul className="flex flex-col gap-2 text-sm">
            {facts.map(({ fact, quote }) => (
              <li key={fact} dir="auto">
                {fact}
                {quote && (
                  <q className="mt-0.5 block border-s-2 border-edge ps-2 text-soft">{quote}</q>
                )}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}
