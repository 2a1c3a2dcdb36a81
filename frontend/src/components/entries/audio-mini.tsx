import { Link } from "@tanstack/react-router";
import { X } from "lucide-react";
import { IconButton } from "@/components/ui/icon-button";
import { useMessages } from "@/lib/i18n";
import { player, usePlaying } from "@/state/player";
import { PlayButtons, PositionBar, SpeedButton } from "./audio-controls";

/** What plays, wherever one is in the app. */
export function AudioMini() {
  const say = useMessages("entry");
  const { track, state, seconds, duration, speed } = usePlaying();
  if (!track) return null;
  const close = () => {
    player.close();
    // The button is gone: the focus goes to the page.
    document.querySelector<HTMLElement>("#content")?.focus();
  };
  return (
    <section
      aria-label={say("playing")}
      className="flex shrink-0 flex-wrap items-center gap-x-3 border-t border-line bg-raised px-3 py-1.5 print:hidden"
    >
      <PlayButtons state={state} canSkip onPlay={player.toggle} />
      <Link
        to="/entry/$id"
        params={{ id: String(track.entryId) }}
        title={say("showEntry")}
        className="min-w-0 flex-1 leading-tight md:max-w-72"
      >
        <span dir="auto" className="block truncate text-sm font-medium">
          {track.title}
        </span>
        <span dir="auto" className="block truncate text-xs text-soft">
          {state === "failed" ? say("playFailed") : track.feed}
        </span>
      </Link>
      <div className="order-last flex w-full min-w-0 items-center gap-2 md:order-none md:w-auto md:flex-1">
        <PositionBar seconds={seconds} duration={duration} />
        <SpeedButton speed={speed} />
      </div>
      <IconButton icon={X} label={say("closePlayer")} onClick={close} />
    </section>
  );
}
