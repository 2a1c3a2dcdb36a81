import { lazy, Suspense } from "react";
import { useShared } from "@/lib/shared-value";
import { hasAudioBegun } from "@/state/audio-begun";

const AudioMini = lazy(() =>
  import("./audio-mini").then((part) => ({ default: part.AudioMini })),
);

/** The place of the small player in the shell; it is loaded when something first plays. */
export function AudioDock() {
  const isNeeded = useShared(hasAudioBegun);
  return <Suspense>{isNeeded && <AudioMini />}</Suspense>;
}
