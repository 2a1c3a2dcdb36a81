import { File } from "lucide-react";
import type { Entry } from "@/api/types";
import { useFormat } from "@/hooks/use-format";
import { type EnclosureFile, filesOf, kindOf, nameOf } from "@/lib/enclosures";
import { useMessages } from "@/lib/i18n";
import { AudioPlayer } from "./audio-player";

/** The files of an entry: sounds and films to play, others to open. */
export function EntryEnclosures({ entry }: { entry: Entry }) {
  const say = useMessages("entry");
  // Pictures are shown, above the text or in it.
  const files = filesOf(entry.enclosures);
  const plays = files.filter((file) => kindOf(file) === "audio" || kindOf(file) === "video");
  const others = files.filter((file) => !plays.includes(file));
  if (files.length === 0) return null;
  return (
    <section aria-label={say("files")} className="mb-6 flex flex-col gap-3 print:hidden">
      {plays.map((file) =>
        kindOf(file) === "audio" ? (
          <AudioPlayer key={file.url} entry={entry} file={file} />
        ) : (
          <Film key={file.url} file={file} poster={entry.image_url} />
        ),
      )}
      {others.length > 0 && (
        <ul className="flex flex-col gap-1">
          {others.map((file) => (
            <li key={file.url}>
              <FileLink file={file} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Film({ file, poster }: { file: EnclosureFile; poster: string | null }) {
  return (
    // biome-ignore lint/a11y/useMediaCaption: feeds bring none
    <video
      controls
      preload="none"
      src={file.play_url ?? file.url}
      poster={poster ?? undefined}
      aria-label={nameOf(file)}
      className="aspect-video w-full rounded-lg bg-side"
    />
  );
}

function FileLink({ file }: { file: EnclosureFile }) {
  const say = useMessages("entry");
  const format = useFormat();
  const size = file.length ? format.bytes(file.length) : null;
  const facts = [file.type || say("file"), size];
  return (
    <a
      href={file.url}
      target="_blank"
      rel="noopener noreferrer"
      className="target flex items-center gap-3 rounded-md border border-line px-3 py-1.5 text-sm hover:bg-hover"
    >
      <File aria-hidden="true" className="size-4 shrink-0 text-soft" />
      <span dir="auto" className="min-w-0 flex-1 truncate">
        {nameOf(file)}
      </span>
      <span className="shrink-0 text-xs text-soft">{facts.filter(Boolean).join(" · ")}</span>
    </a>
  );
}
