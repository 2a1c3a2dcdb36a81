import { ChevronDown } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { useErrorText } from "@/hooks/use-error-text";
import { useLanguage, useMessages } from "@/lib/i18n";
import { importReport } from "@/lib/import-report";
import { type PackName, packsFor, STARTER_PACKS } from "@/lib/starter-packs";
import { useNewFolder } from "@/queries/feed-changes";
import { useFolders, useSubscriptions } from "@/queries/feeds";
import { isUnderWay, useFollowedJob } from "@/queries/follow-job";
import { useSubscribeToMany } from "@/queries/subscribing";
import { ImportProgress } from "./import-progress";

export function StarterPacks() {
  const language = useLanguage();
  return (
    <ul className="grid items-start gap-3 sm:grid-cols-2">
      {packsFor(language).map((name) => (
        <Pack key={name} name={name} />
      ))}
    </ul>
  );
}

function Pack({ name }: { name: PackName }) {
  const say = useMessages("subscribe");
  const [isOpen, setOpen] = useState(false);
  const feeds = STARTER_PACKS[name];
  const title = say(`pack_${name}`);
  return (
    <li className="rounded-lg border border-line bg-raised">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="target flex w-full items-start gap-3 rounded-lg px-4 py-3 text-start hover:bg-hover"
      >
        <span className="min-w-0 flex-1">
          <span className="flex items-baseline justify-between gap-2">
            <span className="font-medium">{title}</span>
            <span className="shrink-0 text-sm text-soft">
              {say("packFeeds", { count: feeds.length })}
            </span>
          </span>
          <span className="mt-0.5 line-clamp-1 text-sm text-soft">
            {feeds.map((feed) => feed.title).join(", ")}
          </span>
        </span>
        <ChevronDown
          aria-hidden="true"
          className={`mt-1 size-4 shrink-0 text-soft transition-transform ${isOpen ? "rotate-180" : ""}`}
        />
      </button>
      {isOpen && <PackChoice name={name} title={title} />}
    </li>
  );
}

function PackChoice({ name, title }: { name: PackName; title: string }) {
  const say = useMessages("subscribe");
  const errorText = useErrorText();
  const followed = useFollowedUrls();
  const [dropped, setDropped] = useState<readonly string[]>([]);
  const add = useAddPack(title);
  const feeds = STARTER_PACKS[name];
  const wanted = feeds.filter(({ url }) => !followed.has(url) && !dropped.includes(url));
  return (
    <div className="border-t border-line px-4 py-3">
      <ul className="flex flex-col">
        {feeds.map((feed) => (
          <li key={feed.url}>
            <Checkbox
              label={feed.title}
              disabled={followed.has(feed.url)}
              checked={followed.has(feed.url) || !dropped.includes(feed.url)}
              onChange={(isWanted) =>
                setDropped(
                  isWanted ? dropped.filter((url) => url !== feed.url) : [...dropped, feed.url],
                )
              }
            />
          </li>
        ))}
      </ul>
      <div className="mt-3 flex flex-col items-start gap-3">
        {add.canStart && (
          <Button
            look="primary"
            busy={add.isPending}
            disabled={wanted.length === 0}
            onClick={() => add.start(wanted.map(({ url }) => url))}
          >
            {say("addPack", { count: wanted.length })}
          </Button>
        )}
        {add.error && (
          <p role="alert" className="text-sm text-danger">
            {errorText(add.error)}
          </p>
        )}
        {add.job && (
          <div className="w-full">
            <ImportProgress job={add.job} />
          </div>
        )}
      </div>
    </div>
  );
}

function useFollowedUrls(): ReadonlySet<string> {
  return new Set(useSubscriptions().data?.map((one) => one.feed.url ?? ""));
}

/** Puts the feeds of a pack into a folder of its name, which is made if there is none. */
function useAddPack(title: string) {
  const folders = useFolders().data;
  const newFolder = useNewFolder();
  const subscribe = useSubscribeToMany();
  const job = useFollowedJob(subscribe.data);
  const start = async (urls: string[]) => {
    const known = folders?.find((one) => one.parent_id === null && one.name === title);
    const folder = known ?? (await newFolder.mutateAsync(title).catch(() => null));
    if (folder) subscribe.mutate({ urls, folder_id: folder.id });
  };
  // What did not work may work a little later.
  const hasProblems = job !== undefined && importReport(job).problems.length > 0;
  return {
    job,
    canStart: job === undefined || (!isUnderWay(job) && hasProblems),
    start: (urls: string[]) => void start(urls),
    isPending: newFolder.isPending || subscribe.isPending,
    error: newFolder.error ?? subscribe.error,
  };
}
