import { lazy, Suspense, useEffect, useState } from "react";

/** The player tells the page by this that there is something to show. */
export const AUDIO_BEGINS = "tidings-audio-begins";

const AudioMini = lazy(() =>
  import("./audio-mini").then((part) => ({ default: part.AudioMini })),
);

/** The place of the small player in the shell; it is loaded when something first plays. */
export function AudioDock() {
  const [isNeeded, setNeeded] = useState(false);
  useEffect(() => {
    const show = () => setNeeded(true);
    addEventListener(AUDIO_BEGINS, show);
    return () => removeEventListener(AUDIO_BEGINS, show);
  }, []);
  return <Suspense>{isNeeded && <AudioMini />}</Suspense>;
}
