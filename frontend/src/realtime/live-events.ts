// The stream of events and who listens: one EventSource, reopened as connection.ts decides.

import { type Connection, type Happening, nextConnection, START } from "@/lib/connection";
import { EVENT_KINDS, type LiveEvent } from "./apply-event";
import { joinOtherPages } from "./other-pages";

interface Listeners {
  onEvent: (event: LiveEvent) => void;
  onState: (connection: Connection) => void;
  /** Something answered, but with no stream: the session may have ended. */
  onRefused: () => void;
}

const CLOSED = 2; // of an EventSource that will not try again by itself
// Within this time other pages say that they listen, and what was sent to both is there.
const MOMENT = 1_000;

/** Open the stream; the returned function closes it for good. */
export function openLiveEvents(listeners: Listeners): () => void {
  let connection: Connection = START;
  let source: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lastId = "";
  let isFirst = true;
  let isResting = false; // another page listens, and passes its events on

  const receive = (event: LiveEvent, id: string) => {
    // For a moment two may bring it: the stream that is let go of, and another page.
    const isKnown = id !== "" && Number(id) <= Number(lastId);
    if (isKnown && event.kind !== "reset") return;
    lastId = id || lastId;
    listeners.onEvent(event);
  };

  const rest = (after: () => void) => {
    isResting = true;
    isFirst = false;
    clearTimeout(timer);
    timer = setTimeout(after, MOMENT * (1 + Math.random()));
  };

  const others = joinOtherPages({
    isListening: () => !isResting && connection.state === "live",
    rest: () => rest(closeSource),
    receive: (event, id) => {
      if (isResting) receive(event, id);
    },
  });

  const happen = (happening: Happening) => {
    const before = connection;
    connection = nextConnection(before, happening, Math.random());
    if (connection === before) return;
    listeners.onState(connection);
    clearTimeout(timer);
    if (connection.state !== "live") closeSource();
    if (connection.state === "waiting" || connection.state === "offline") isFirst = false;
    if (connection.state === "connecting") open();
    if (connection.state === "waiting")
      timer = setTimeout(() => happen("wait-over"), connection.delay);
  };

  const closeSource = () => {
    source?.close();
    source = null;
  };

  const open = () => {
    if (isResting) return;
    const query = lastId ? `?last_event_id=${encodeURIComponent(lastId)}` : "";
    source = new EventSource(`/api/v1/events${query}`);
    source.addEventListener("open", () => {
      happen("opened");
      others.send({ kind: "listening" });
      // With the number of the last event the server sends what was missed.
      if (!isFirst && !lastId) receiveAndShare({ kind: "reset", data: {} }, "");
      isFirst = false;
    });
    source.addEventListener("error", () => {
      const isRefused = source?.readyState === CLOSED;
      happen("broke");
      if (isRefused) listeners.onRefused();
    });
    for (const kind of EVENT_KINDS) {
      source.addEventListener(kind, (message: MessageEvent<string>) => {
        receiveAndShare({ kind, data: dataOf(message.data) }, message.lastEventId);
      });
    }
  };

  const receiveAndShare = (event: LiveEvent, id: string) => {
    receive(event, id);
    others.send({ kind: "event", event, id });
  };

  const listenAgain = () => {
    isResting = false;
    clearTimeout(timer);
    closeSource();
    if (connection.state === "offline") return;
    connection = START;
    listeners.onState(connection);
    open();
  };

  const shown = () => {
    if (document.hidden) return;
    if (isResting) listenAgain();
    else if (connection.state === "live") others.send({ kind: "listening" });
  };

  const online = () => happen("came-online");
  const offline = () => happen("went-offline");
  addEventListener("online", online);
  addEventListener("offline", offline);
  document.addEventListener("visibilitychange", shown);
  listeners.onState(connection);
  if (!navigator.onLine) offline();
  else if (document.hidden) {
    rest(listenAgain);
    others.send({ kind: "who-listens" });
  } else open();
  return () => {
    removeEventListener("online", online);
    removeEventListener("offline", offline);
    document.removeEventListener("visibilitychange", shown);
    others.leave();
    clearTimeout(timer);
    closeSource();
  };
}

function dataOf(text: string): Record<string, unknown> {
  try {
    const data: unknown = JSON.parse(text);
    return typeof data === "object" && data !== null ? (data as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
