// One stream for all pages of a browser: it opens only six connections to a server that does
// not speak HTTP/2, and six streams would leave none for anything else. A page that nobody
// looks at lets go of its stream when another one listens, which passes
// its events on.
import type { LiveEvent } from "./apply-event";

type Message =
  | { kind: "who-listens" }
  | { kind: "listening" }
  | { kind: "event"; event: LiveEvent; id: string }; // "": our own event, without a number

interface Page {
  isListening: () => boolean;
  rest: () => void;
  receive: (event: LiveEvent, id: string) => void;
}

/** Returns how to send to the other pages, and how to end that. */
export function joinOtherPages({ isListening, rest, receive }: Page) {
  const channel = new BroadcastChannel("tidings-live");
  const send = (message: Message) => channel.postMessage(message);
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data.kind === "event") receive(data.event, data.id);
    else if (data.kind === "listening" && document.hidden) rest();
    else if (data.kind === "who-listens" && isListening()) send({ kind: "listening" });
  };
  return { send, leave: () => channel.close() };
}
