import { useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { useMessages } from "@/lib/i18n";
import { useSubscriptions } from "@/queries/feeds";
import type { FoundFeed } from "@/queries/subscribing";
import type { WantedFolder } from "@/queries/wanted-folder";
import { FeedChoice } from "./feed-choice";
import { FeedPreview } from "./feed-preview";
import { FolderChoice } from "./folder-choice";
import { useSubscribeAll } from "./use-subscribe-all";

interface FeedChoicesProps {
  items: readonly FoundFeed[];
  typed: string;
}

/** Several feeds: any of them are followed at once, and each can be looked at before. */
export function FeedChoices({ items, typed }: FeedChoicesProps) {
  const say = useMessages("subscribe");
  // What was only found by its name is not looked at before somebody asks for it.
  const [first] = items.filter((item) => item.entries !== null);
  const [chosen, setChosen] = useState<readonly string[]>(first ? [first.url] : []);
  const [shownUrl, setShown] = useState(first?.url);
  const preview = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Below a long list it could not be seen that it came.
    if (shownUrl !== first?.url) preview.current?.scrollIntoView({ block: "nearest" });
  }, [shownUrl, first?.url]);
  const [folder, setFolder] = useState<WantedFolder>(null);
  const { start, results, isBusy, problem } = useSubscribeAll(typed);
  const followed = useFollowed();
  const wanted = items.map(({ url }) => url).filter((url) => isWanted(url));
  const shown = items.find(({ url }) => url === shownUrl);
  function isWanted(url: string): boolean {
    return chosen.includes(url) && !followed.has(url);
  }
  const choose = (url: string, isOn: boolean) =>
    setChosen(isOn ? [...chosen, url] : chosen.filter((one) => one !== url));
  return (
    <>
      <fieldset className="min-w-0">
        <legend className="sr-only">{say("chooseFeeds")}</legend>
        <ul className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-raised">
          {items.map((item) => (
            <FeedChoice
              key={item.url}
              item={item}
              feedId={followed.get(item.url)}
              isChosen={isWanted(item.url)}
              isShown={item.url === shownUrl}
              result={results.get(item.url)}
              onChoose={(isOn) => choose(item.url, isOn)}
              onShow={() => setShown(item.url)}
            />
          ))}
        </ul>
      </fieldset>
      <div className="flex flex-wrap items-end gap-3">
        <FolderChoice value={folder} onChange={setFolder} />
        <Button
          look="primary"
          className="min-h-9.5 pointer-coarse:min-h-11"
          busy={isBusy}
          disabled={!isBusy && wanted.length === 0}
          onClick={() => void start(wanted, folder)}
        >
          {say("subscribeMany", { count: wanted.length })}
        </Button>
        {problem && (
          <p role="alert" className="w-full text-sm text-danger">
            {problem}
          </p>
        )}
      </div>
      <div ref={preview} className="scroll-mb-24">
        {shown && <FeedPreview key={shown.url} found={shown} typed={typed} isOne={false} />}
      </div>
    </>
  );
}

/** The feeds that are followed, by their address. */
function useFollowed(): ReadonlyMap<string, number> {
  const { data } = useSubscriptions();
  return new Map(data?.map((one) => [one.feed.url ?? "", one.feed_id]));
}
