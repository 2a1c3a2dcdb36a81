import type { Deframed, Scores } from "@/api/types";
import { SCORE_NAMES } from "@/lib/entry-ai";
import { useMessages } from "@/lib/i18n";

/** Five small bars: how much a text frames, baits, persuades, agitates and guesses. */
export function ScoreBars({ scores }: { scores: Scores }) {
  const say = useMessages("entry");
  return (
    <div className="@container">
      <ul className="grid grid-cols-2 gap-x-5 gap-y-1.5 @lg:grid-cols-5 @lg:gap-x-3">
        {SCORE_NAMES.map((name) => (
          <li key={name} className="min-w-0 text-xs text-soft">
            <ScoreBar label={say(`score_${name}`)} score={scores[name]} />
          </li>
        ))}
      </ul>
    </div>
  );
}

export function ScoreBar({ label, score }: { label: string; score: number }) {
  const say = useMessages("entry");
  const percent = Math.round(score * 100);
  return (
    <>
      <span className="sr-only">{say("aiScore", { name: label, percent })}</span>
      <span aria-hidden="true" className="block truncate" title={label}>
        {label}
      </span>
      <span
        aria-hidden="true"
        className="mt-0.5 block h-1.5 overflow-hidden rounded-full border border-edge bg-page"
      >
        <span className="drawn block h-full bg-accent" style={{ width: `${percent}%` }} />
      </span>
    </>
  );
}

/** Why each score is what it is. */
export function ScoreReasons({
  scores,
  reasons,
}: {
  scores: Scores;
  reasons: Deframed["reasons"];
}) {
  const say = useMessages("entry");
  return (
    <dl className="flex flex-col gap-2 text-sm">
      {SCORE_NAMES.map((name) => (
        <div key={name}>
          <dt className="flex justify-between gap-3 font-medium">
            {say(`score_${name}`)}
            <span className="tabular-nums text-soft">{Math.round(scores[name] * 100)}</span>
          </dt>
          {reasons?.[name] && (
            <dd dir="auto" className="text-soft">
              {reasons[name]}
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}
