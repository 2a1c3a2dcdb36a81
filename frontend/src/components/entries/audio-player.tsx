import { useEffect, useState } from "react";
import type { Entry } from "@/api/types";
import { useFormat } from "@/hooks/use-format";
import { type EnclosureFile, nameOf } from "@/lib/enclosures";
import { useMessages } from "@/lib/i18n";
import { formatSeconds, resumeAt } from "@/lib/playing";
import { recallPlace } from "@/state/audio-places";
import { player, type Track, usePlaying } from "@/state/player";
import { PlayButtons, PositionBar, SpeedButton } from "./audio-controls";

/** The player of one file. It shows what plays if that is this file, else offers to play it. */
export function AudioPlayer({ entry, file }: { entry: Entry; file: EnclosureFile }) {
  const say = useMessages("entry");
  const format = useFormat();
  const playing = usePlaying();
  const isThis = playing.track?.fileUrl === file.url;
  const left = useLeftAt(file.url, isThis);
  const track: Track = {
    url: file.play_url ?? file.url,
    fileUrl: file.url,
    title: entry.title || nameOf(file),
    feed: entry.feed.title,
    entryId: entry.id,
    image: entry.image_url,
  };
  const state = isThis ? playing.state : "paused";
  return (
    <section
      aria-label={`${say("audioPlayer")}: ${nameOf(file)}`}
      className="rounded-lg border border-line bg-side p-3"
    >
      <p className="mb-2 flex items-baseline gap-3 px-1 text-sm">
        <span dir="auto" className="min-w-0 flex-1 truncate font-medium">
          {nameOf(file)}
        </span>
        {file.length !== null && file.length > 0 && (
          <span className="shrink-0 text-xs text-soft">{format.bytes(file.length)}</span>
        )}
      </p>
      <div className="flex flex-wrap items-center gap-x-3">
        <PlayButtons
          state={state}
          canSkip={isThis}
          onPlay={() => (isThis ? player.toggle() : void player.play(track))}
        />
        {isThis ? (
          <div className="order-last flex w-full sm:order-none sm:w-auto sm:flex-1">
            <PositionBar seconds={playing.seconds} duration={playing.duration} />
          </div>
        ) : (
          <span className="flex-1 text-sm text-soft">
            {left > 0 && say("resumesAt", { time: formatSeconds(left) })}
          </span>
        )}
        <span className="ms-auto">
          <SpeedButton speed={playing.speed} />
        </span>
      </div>
      {state === "failed" && (
        <p role="alert" className="mt-2 px-1 text-sm text-danger">
          {say("playFailed")}{" "}
          <a href={file.url} target="_blank" rel="noopener noreferrer" className="underline">
            {say("openFile")}
          </a>
        </p>
      )}
    </section>
  );
}

/** Looked up again when it is put away. */
function useLeftAt(url: string, isOpen: boolean): number {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    if (isOpen) return;
    let isWanted = true;
    void recallPlace(url).then((place) => isWanted && setSeconds(resumeAt(place)));
    return () => {
      isWanted = false;
    };
  }, [url, isOpen]);
  return seconds;
}
