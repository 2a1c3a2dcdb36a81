// The stream of events and who listens: one EventSource, reopened as connection.ts decides.
import { EVENT_KINDS, type LiveEvent } from "./apply-event";
import { type Connection, type Happening, nextConnection, START } from "./connection";

interface Listeners {
  onEvent: (event: LiveEvent) => void;
  onState: (connection: Connection) => void;
  /** Something answered, but with no stream: the session may have ended. */
  onRefused: () => void;
}

const CLOSED = 2; // of an EventSource that will not try again by itself

/** Open the stream; the returned function closes it for good. */
export function openLiveEvents(listeners: Listeners): () => void {
  let connection: Connection = START;
  let source: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lastId = "";
  let isFirst = true;

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
    const query = lastId ? `?last_event_id=${encodeURIComponent(lastId)}` : "";
    source = new EventSource(`/api/v1/events${query}`);
    source.addEventListener("open", () => {
      happen("opened");
      // With the number of the last event the server tells what was missed.
      if (!isFirst && !lastId) listeners.onEvent({ kind: "reset", data: {} });
      isFirst = false;
    });
    source.addEventListener("error", () => {
      const isRefused = source?.readyState === CLOSED;
      happen("broke");
      if (isRefused) listeners.onRefused();
    });
    for (const kind of EVENT_KINDS) {
      source.addEventListener(kind, (message: MessageEvent<string>) => {
        lastId = message.lastEventId || lastId;
        listeners.onEvent({ kind, data: dataOf(message.data) });
      });
    }
  };

  const online = () => happen("came-online");
  const offline = () => happen("went-offline");
  addEventListener("online", online);
  addEventListener("offline", offline);
  listeners.onState(connection);
  if (navigator.onLine) open();
  else offline();
  return () => {
    removeEventListener("online", online);
    removeEventListener("offline", offline);
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
