import { useState } from "react";
import { useFormat } from "@/hooks/use-format";
import { failureKind, type HealthLine } from "@/lib/feed-health";
import { useMessages } from "@/lib/i18n";

type Feed = HealthLine["feed"];

/** What the feed's server said at the last check, for those who open it. */
export function FeedFacts({ feed }: { feed: Feed }) {
  const say = useMessages("health");
  const [isOpen, setIsOpen] = useState(false);
  if (feed.url === null || feed.last_checked_at === null) return null;
  return (
    <details
      className="mt-1.5 text-sm"
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
    >
      <summary className="reach w-fit cursor-pointer text-soft hover:text-ink">
        {say("facts")}
      </summary>
      {isOpen && <Facts feed={feed} />}
    </details>
  );
}

function Facts({ feed }: { feed: Feed }) {
  return (
    <dl className="mt-1.5 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
      {useFacts(feed).map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-soft">{name}</dt>
          <dd className="min-w-0 break-words tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function useFacts({ fetch_state: state, error }: Feed): (readonly [string, string])[] {
  const say = useMessages("health");
  const format = useFormat();
  if (!state) return [];
  const kind = error?.kind ? failureKind(error.kind) : null;
  const at = (time: number | null) => (time === null ? null : format.dateTime(time));
  const status = state.http_status === null ? say("factNoAnswer") : `${state.http_status}`;
  const facts: (readonly [string, string | null])[] = [
    [say("factStatus"), status],
    [say("factKind"), kind && say(`kind_${kind}`)],
    [say("factLastError"), at(state.last_error_at)],
    [say("factRetryAfter"), at(state.retry_after_until)],
    [say("factCacheControl"), state.cache_control],
    [say("factExpires"), state.expires],
    [say("factRedirect"), state.redirect_target],
    [say("factGuids"), state.guids_unreliable ? say("factGuidsUnreliable") : null],
  ];
  return facts.filter((fact): fact is readonly [string, string] => fact[1] !== null);
}
