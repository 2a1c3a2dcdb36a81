import { Columns2 } from "lucide-react";
import { useState } from "react";
import type { Entry, EntryDiff, Version } from "@/api/types";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { ErrorState } from "@/components/ui/error-state";
import { Skeleton } from "@/components/ui/skeleton";
import { MEDIUM, useMedia } from "@/hooks/use-media";
import { useMessages } from "@/lib/i18n";
import { useDiff, useDiffs, useVersions } from "@/queries/versions";
import { DiffView } from "./diff-view";
import { VersionsList } from "./versions-list";

/** What an entry said before, and what was changed each time. */
export function VersionsDialog({ entry, onClose }: { entry: Entry; onClose: () => void }) {
  const say = useMessages("entry");
  const { data: versions, error, refetch } = useVersions(entry.id);
  return (
    <Dialog open size="large" title={say("versionList")} onClose={onClose}>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!versions && !error && <Skeleton className="h-64" />}
      {versions && <Versions entry={entry} versions={versions} />}
    </Dialog>
  );
}

function Versions({ entry, versions }: { entry: Entry; versions: readonly Version[] }) {
  const diffs = useDiffs(entry.id, versions);
  const [shown, setShown] = useState(0);
  const after = versions[shown];
  const before = versions[shown + 1];
  return (
    <div className="flex flex-col gap-5">
      <VersionsList versions={versions} diffs={diffs} shown={shown} onShow={setShown} />
      {after && before && (
        <Change key={after.version} entry={entry} from={before.version} to={after.version} />
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
  return (
    <section>
      <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-soft">
        <span className="diff">
          <ins>{say("added")}</ins>
        </span>
        <span className="diff">
          <del>{say("removed")}</del>
        </span>
        <span className="flex-1" />
        {hasRoom && diff.complete && (
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
