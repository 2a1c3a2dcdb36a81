import { Columns2 } from "lucide-react";
import { useState } from "react";
import type { Entry, EntryDiff, Version } from "@/api/types";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { ErrorState } from "@/components/ui/error-state";
import { Skeleton } from "@/components/ui/skeleton";
import { MEDIUM, useMedia } from "@/hooks/use-media";
import { useMessages } from "@/lib/i18n";
import { useFetchFullText } from "@/queries/full-text";
import { useDiff, useDiffs, useVersions } from "@/queries/versions";
import { DiffView } from "./diff-view";
import { VersionsList } from "./versions-list";
import { type Shown, StarViews, shownVersions } from "./versions-star";

interface VersionsDialogProps {
  entry: Entry;
  isOfStar: boolean; // begins with what changed since the reader's star
  onClose: () => void;
}

/** What an entry said before, and what was changed each time. */
export function VersionsDialog({ entry, isOfStar, onClose }: VersionsDialogProps) {
  const say = useMessages("entry");
  const { data, error, refetch } = useVersions(entry.id);
  return (
    <Dialog open size="large" title={say("versionList")} onClose={onClose}>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-64" />}
      {data && data.notKept > 0 && (
        <p className="mb-3 text-sm text-soft">{say("notKept", { count: data.notKept })}</p>
      )}
      {data && <Versions entry={entry} versions={data.items} isOfStar={isOfStar} />}
      {entry.full_text_html !== null && <LookAgain entry={entry} />}
    </Dialog>
  );
}

/** Feeds say nothing of what is changed behind a teaser: only the page itself shows it. */
function LookAgain({ entry }: { entry: Entry }) {
  const say = useMessages("entry");
  const look = useFetchFullText(entry.id, true);
  return (
    <p className="mt-5 flex flex-wrap items-center gap-3 text-sm text-soft">
      <Button busy={look.isPending} onClick={() => look.mutate()}>
        {say("lookAgain")}
      </Button>
      <span role="status">{look.isSuccess && say("lookedAgain")}</span>
    </p>
  );
}

interface VersionsProps {
  entry: Entry;
  versions: readonly Version[];
  isOfStar: boolean;
}

function Versions({ entry, versions, isOfStar }: VersionsProps) {
  const diffs = useDiffs(entry.id, versions);
  const [shown, setShown] = useState<Shown>(isOfStar ? "since" : 0);
  const starred = versions.find(({ version }) => version === entry.starred_version) ?? null;
  const [from, to] = shownVersions(versions, starred, shown);
  return (
    <div className="flex flex-col gap-5">
      {starred && starred !== versions[0] && (
        <StarViews at={entry.starred_at} shown={shown} onShow={setShown} />
      )}
      <VersionsList
        versions={versions}
        diffs={diffs}
        shown={shown === "since" || shown === "then" ? null : shown}
        starred={starred?.version ?? null}
        onShow={setShown}
      />
      {from && to && (
        <Change
          key={`${from.version} ${to.version}`}
          entry={entry}
          from={from.version}
          to={to.version}
        />
      )}
    </div>
  );
}

function Change({ entry, from, to }: { entry: Entry; from: number; to: number }) {
  const { data, error, refetch } = useDiff(entry.id, from, to);
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-48" />;
  return <ShownChange diff={data} language={entry.language} />;
}

function ShownChange({ diff, language }: { diff: EntryDiff; language: string | null }) {
  const say = useMessages("entry");
  const hasRoom = useMedia(MEDIUM);
  const [isSplit, setSplit] = useState(false);
  const isChange = diff.before.version !== diff.after.version;
  return (
    <section>
      <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-soft">
        {isChange && (
          <>
            <span className="diff">
              <ins>{say("added")}</ins>
            </span>
            <span className="diff">
              <del>{say("removed")}</del>
            </span>
          </>
        )}
        {diff.text === "full_text" && <span>{say("diffOfFullText")}</span>}
        <span className="flex-1" />
        {hasRoom && isChange && diff.complete && (
          <Button look="quiet" onClick={() => setSplit(!isSplit)}>
            <Columns2 aria-hidden="true" className="size-4" />
            {isSplit ? say("together") : say("sideBySide")}
          </Button>
        )}
      </div>
      {!diff.complete && <p className="mb-3 text-sm">{say("notCompared")}</p>}
      {isSplit && hasRoom ? (
        <div className="grid grid-cols-2 gap-6">
          <DiffView diff={diff} language={language} side="before" />
          <DiffView diff={diff} language={language} side="after" />
        </div>
      ) : (
        <DiffView diff={diff} language={language} side="both" />
      )}
    </section>
  );
}
