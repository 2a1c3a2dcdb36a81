// How the pages of this browser and its service worker notify each other.
import type { components } from "@/api/schema";
import type { Line } from "@/lib/pending";

export type MarkedEntry = components["schemas"]["EntryMarks"];

export type News =
  | { kind: "outbox" } // what waits has changed
  // The server has answered, and has these entries so.
  | { kind: "sent"; confirmed: Line[]; refused: Line[]; entries: MarkedEntry[] }
  | { kind: "stored" } // what is kept has changed
  | { kind: "claimed"; owner: number } // this account reads in this browser now
  | { kind: "wiped" }; // the reader signed out

const NAME = "tidings-offline";

/** `isOurs`: this very page sent it. */
type Listener = (news: News, isOurs: boolean) => void;

const listeners = new Set<Listener>();
// Opened when first needed.
const shared: { channel: BroadcastChannel | null } = { channel: null };

/** Notify every page and the worker, this page included. */
export function broadcast(news: News): void {
  open().postMessage(news);
  for (const listener of listeners) listener(news, true);
}

export function onBroadcast(listener: Listener): () => void {
  open();
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function open(): BroadcastChannel {
  if (shared.channel) return shared.channel;
  const channel = new BroadcastChannel(NAME);
  shared.channel = channel;
  channel.addEventListener("message", (event: MessageEvent<News>) => {
    for (const listener of listeners) listener(event.data, false);
  });
  return channel;
}
