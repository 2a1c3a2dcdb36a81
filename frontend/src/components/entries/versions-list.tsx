import { Star } from "lucide-react";
import type { EntryDiff, Version } from "@/api/types";
import { useFormat } from "@/hooks/use-format";
import { countChanges } from "@/lib/diff-count";
import { isoTime } from "@/lib/format";
import { useMessages } from "@/lib/i18n";

interface VersionsListProps {
  versions: readonly Version[]; // newest first
  diffs: ReadonlyMap<number, EntryDiff>;
  shown: number | null; // null: none of these steps
  starred: number | null; // the version that the reader starred; null: none
  onShow: (index: number) => void;
}

/** The versions; each but the first can be compared with the one before it. */
export function VersionsList({ versions, diffs, shown, starred, onShow }: VersionsListProps) {
  const say = useMessages("entry");
  const format = useFormat();
  const lastIndex = versions.length - 1;
  return (
    <ol className="flex flex-col rounded-lg border border-line">
      {versions.map((version, index) => {
        const facts = (
          <>
            <span className="font-medium">
              {index === 0
                ? say("versionNow")
                : index === lastIndex
                  ? say("firstVersion")
                  : say("versionNumber", { number: version.version })}
            </span>
            {version.version === starred && (
              <Star
                aria-label={say("starredVersion")}
                className="size-4 fill-current text-star"
              />
            )}
            <time
              dateTime={isoTime(version.seen_at)}
              title={format.dateTime(version.seen_at)}
              className="text-soft"
            >
              {say("versionSeen", { time: format.ago(version.seen_at) })}
            </time>
            <span className="ms-auto text-soft">
              <ChangeCount diff={diffs.get(version.version)} />
            </span>
          </>
        );
        const look = "flex w-full flex-wrap items-center gap-x-3 px-3 py-2 text-start text-sm";
        return (
          <li key={version.version} className="border-line not-first:border-t">
            {index === lastIndex ? (
              <div className={look}>{facts}</div>
            ) : (
              <button
                type="button"
                aria-pressed={index === shown}
                onClick={() => onShow(index)}
                className={`${look} target hover:bg-hover aria-pressed:bg-selected`}
              >
                {facts}
              </button>
            )}
          </li>
        );
      })}
    </ol>
  );
}

function ChangeCount({ diff }: { diff: EntryDiff | undefined }) {
  const say = useMessages("entry");
  if (!diff?.complete) return null;
  const { added, removed } = countChanges(diff.html, diff.title);
  const parts = [
    added > 0 && say("wordsAdded", { count: added }),
    removed > 0 && say("wordsRemoved", { count: removed }),
  ].filter(Boolean);
  return parts.join(", ") || say("noChange");
}
