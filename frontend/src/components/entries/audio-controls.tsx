import { FastForward, Pause, Play, Rewind } from "lucide-react";
import { IconButton } from "@/components/ui/icon-button";
import { Spinner } from "@/components/ui/spinner";
import { useLanguage, useMessages } from "@/lib/i18n";
import { formatSeconds, nextSpeed } from "@/lib/playing";
import { type Playing, player } from "@/state/player";

const BACK = 15;
const FORWARD = 30;
const STEP = 1;

/** Back, play or pause, forward. */
export function PlayButtons({
  state,
  onPlay,
  canSkip,
}: {
  state: Playing["state"];
  onPlay: () => void;
  canSkip: boolean;
}) {
  const say = useMessages("entry");
  const isOn = state === "playing" || state === "loading";
  return (
    <div className="flex items-center">
      <IconButton
        icon={Rewind}
        label={say("back15")}
        disabled={!canSkip}
        onClick={() => player.skip(-BACK)}
      />
      <button
        type="button"
        aria-label={isOn ? say("pause") : say("play")}
        onClick={onPlay}
        className="mx-1 inline-flex size-11 shrink-0 items-center justify-center rounded-full bg-accent text-accent-ink"
      >
        {state === "loading" ? (
          <Spinner className="size-5" />
        ) : isOn ? (
          <Pause aria-hidden="true" className="size-5" fill="currentColor" />
        ) : (
          <Play aria-hidden="true" className="ms-0.5 size-5" fill="currentColor" />
        )}
      </button>
      <IconButton
        icon={FastForward}
        label={say("forward30")}
        disabled={!canSkip}
        onClick={() => player.skip(FORWARD)}
      />
    </div>
  );
}

/** Where it is, and where to go; arrow keys move five seconds. */
export function PositionBar({ seconds, duration }: { seconds: number; duration: number }) {
  const say = useMessages("entry");
  const isKnown = Number.isFinite(duration);
  const [at, length] = [formatSeconds(seconds), formatSeconds(duration)];
  return (
    <div className="flex min-w-0 flex-1 items-center gap-2 text-xs tabular-nums text-soft">
      <span aria-hidden="true">{at}</span>
      <input
        type="range"
        min={0}
        max={isKnown ? Math.ceil(duration) : 1}
        step={STEP}
        value={isKnown ? seconds : 0}
        disabled={!isKnown}
        aria-label={say("position")}
        aria-valuetext={say("positionText", { at, length })}
        onChange={(event) => player.seek(event.target.valueAsNumber)}
        className="target min-w-0 flex-1"
      />
      <span aria-hidden="true">{length}</span>
    </div>
  );
}

export function SpeedButton({ speed }: { speed: number }) {
  const say = useMessages("entry");
  const language = useLanguage();
  const text = new Intl.NumberFormat(language).format(speed);
  return (
    <button
      type="button"
      aria-label={say("speed", { speed: text })}
      onClick={() => player.setSpeed(nextSpeed(speed))}
      className="target shrink-0 rounded-md px-2 text-sm font-medium tabular-nums text-soft hover:bg-hover hover:text-ink"
    >
      {text}×
    </button>
  );
}
