import { Link } from "@tanstack/react-router";
import { CheckPlot } from "@/components/charts/check-plot";
import { FeedIcon } from "@/components/feeds/feed-icon";
import { useFormat } from "@/hooks/use-format";
import { errorGroup, type HealthLine, isFailing } from "@/lib/feed-health";
import { useMessages } from "@/lib/i18n";
import { FeedFacts } from "./feed-facts";
import { FeedRemedies } from "./feed-remedies";
import { FeedState } from "./feed-state";
import { useNextCheckText } from "./next-check-text";

/** One feed: its state, its last and next check with the reason, and what helps. */
export function FeedHealthRow({ line }: { line: HealthLine }) {
  const say = useMessages("health");
  const format = useFormat();
  const { feed, title } = line;
  return (
    // Far from the screen, it is not laid out.
    <li className="px-4 py-3.5 [contain-intrinsic-block-size:auto_6.5rem] [content-visibility:auto]">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1.5 sm:gap-x-4">
        <div className="flex min-w-0 flex-1 basis-full items-center gap-2.5 sm:basis-56">
          <FeedIcon feedId={feed.id} title={title} />
          <Link
            to="/feed/$id"
            params={{ id: String(feed.id) }}
            className="reach min-w-0 font-medium hover:underline"
          >
            <span dir="auto" className="block truncate">
              {title}
            </span>
          </Link>
        </div>
        <FeedState state={feed.state} />
        {feed.url === null ? <span className="sm:w-35" /> : <CheckPlot checks={line.recent} />}
        <span className="ms-auto text-sm md:w-24 md:text-end tabular-nums text-soft">
          {say("perDay", { number: format.number(roughly(line.entries_per_day)) })}
        </span>
      </div>
      <Checks line={line} />
      {feed.published_url && feed.state !== "disabled" && (
        <Published url={feed.published_url} />
      )}
      {(isFailing(line) || feed.error) && <Trouble line={line} />}
      <FeedFacts feed={feed} />
    </li>
  );
}

function Checks({ line: { feed } }: { line: HealthLine }) {
  const say = useMessages("health");
  const format = useFormat();
  const last =
    feed.last_checked_at === null
      ? say("neverChecked")
      : say("lastCheck", { when: format.ago(feed.last_checked_at) });
  const next = useNextCheckText()(feed.next_check);
  return (
    <p className="mt-1 text-sm text-soft">
      {feed.url !== null && <>{last} · </>}
      {next}
    </p>
  );
}

/** Where everybody may read the feed. */
function Published({ url }: { url: string }) {
  const say = useMessages("health");
  return (
    <p className="mt-1 text-sm text-soft">
      {say("publishedAt")}{" "}
      <a href={url} dir="ltr" className="reach break-all underline underline-offset-4">
        {url}
      </a>
    </p>
  );
}

function Trouble({ line }: { line: HealthLine }) {
  const say = useMessages("health");
  const format = useFormat();
  const { feed } = line;
  const { error } = feed;
  const group = error && errorGroup(error.code);
  return (
    <div className="mt-2.5 rounded-md border-s-2 border-warning bg-side px-3 py-2.5">
      {error && (
        <>
          <p className="text-sm font-medium">{group ? say(group) : error.message}</p>
          <p className="mt-0.5 max-w-3xl text-sm text-soft">
            {group ? say(`${group}Help`) : error.help}{" "}
            {error.times > 0 && say("timesInARow", { count: error.times })}
            {error.since !== null && error.times > 0 && (
              <> {say("sinceWhen", { when: format.day(error.since) })}</>
            )}
            {error.since !== null && feed.state === "limited" && (
              <> {say("limitedSince", { when: format.dateTime(error.since) })}</>
            )}
          </p>
        </>
      )}
      <div className={error ? "mt-2.5" : ""}>
        <FeedRemedies line={line} />
      </div>
    </div>
  );
}

function roughly(number: number): number {
  return number >= 10 ? Math.round(number) : Math.round(number * 10) / 10;
}
