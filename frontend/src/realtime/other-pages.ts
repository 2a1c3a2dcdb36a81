// One stream for all pages of a browser: it opens only six connections to a server that does
// not speak HTTP/2, and six streams would leave none for anything else. A page that nobody
// looks at lets go of its stream when another one listens, and hears from that one.
import type { LiveEvent } from "./apply-event";

type Word =
  | { kind: "who-listens" }
  | { kind: "listening" }
  | { kind: "heard"; event: LiveEvent; id: string }; // "": our own event, without a number

interface Page {
  isListening: () => boolean;
  rest: () => void;
  hear: (event: LiveEvent, id: string) => void;
}

/** Returns how to speak to the other pages, and how to end that. */
export function joinOtherPages({ isListening, rest, hear }: Page) {
  const channel = new BroadcastChannel("tidings-live");
  const say = (word: Word) => channel.postMessage(word);
  channel.onmessage = ({ data }: MessageEvent<Word>) => {
    if (data.kind === "heard") hear(data.event, data.id);
    else if (data.kind === "listening" && document.hidden) rest();
    else if (data.kind === "who-listens" && isListening()) say({ kind: "listening" });
  };
  return { say, leave: () => channel.close() };
}
