// Asking again for what events call stale: soon, but never one load upon the other.

const PAUSE = 400;
// A list of thousands takes dozens of requests: four fifths of the time stay for the reader's.
const REST = 4;
const LONGEST = 30_000;

/** Returns how to ask for `work`: what comes within a moment is one, and a long one rests. */
export function throttled(work: () => Promise<unknown>) {
  // Set from the first request until the rest after its work is over.
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isWanted = false;
  let isStopped = false;
  const run = async () => {
    isWanted = false;
    const begun = Date.now();
    await Promise.race([work(), new Promise((late) => setTimeout(late, LONGEST))]);
    if (isStopped) return;
    timer = setTimeout(rested, Math.max(PAUSE, REST * (Date.now() - begun)));
  };
  const rested = () => {
    if (isWanted) void run();
    else timer = undefined;
  };
  return {
    ask: () => {
      isWanted = true;
      timer ??= setTimeout(run, PAUSE);
    },
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
