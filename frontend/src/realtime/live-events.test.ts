import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openLiveEvents } from "./live-events";

/** The server's end of the stream. */
class Source extends EventTarget {
  static opened: Source[] = [];
  readonly address: string;
  readyState = 1;
  constructor(address: string) {
    super();
    this.address = address;
    Source.opened.push(this);
  }
  isOpen = true;
  close() {
    this.isOpen = false;
  }
  happens(kind: string) {
    this.dispatchEvent(new Event(kind));
  }
  sends(kind: string, lastEventId: string) {
    this.dispatchEvent(Object.assign(new Event(kind), { lastEventId, data: "{}" }));
  }
}

/** What the pages of one browser say to each other. */
class Channel {
  static joined: Channel[] = [];
  onmessage: (message: { data: unknown }) => void = () => undefined;
  constructor() {
    Channel.joined.push(this);
  }
  postMessage(data: unknown) {
    for (const one of Channel.joined) if (one !== this) one.onmessage({ data });
  }
  close() {
    Channel.joined = Channel.joined.filter((one) => one !== this);
  }
}

const window = new EventTarget();
const page = Object.assign(new EventTarget(), { hidden: false });
let received: string[] = [];
let refusals = 0;

beforeEach(() => {
  vi.useFakeTimers();
  Source.opened = [];
  received = [];
  refusals = 0;
  page.hidden = false;
  vi.stubGlobal("EventSource", Source);
  vi.stubGlobal("BroadcastChannel", Channel);
  vi.stubGlobal("document", page);
  vi.stubGlobal("navigator", { onLine: true });
  vi.stubGlobal("addEventListener", window.addEventListener.bind(window));
  vi.stubGlobal("removeEventListener", window.removeEventListener.bind(window));
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const listen = () =>
  openLiveEvents({
    onEvent: ({ kind }) => received.push(kind),
    onState: () => undefined,
    onRefused: () => {
      refusals += 1;
    },
  });

async function comesBack(): Promise<Source> {
  const before = Source.opened.length;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(Source.opened).toHaveLength(before + 1);
  return Source.opened.at(-1) as Source;
}

test("the first stream begins with what is loaded, and needs no more", () => {
  const close = listen();
  Source.opened[0]?.happens("open");
  expect(received).toEqual([]);
  close();
});

test("whoever comes back names the last event, and receives what was missed", async () => {
  const close = listen();
  const [first] = Source.opened;
  first?.happens("open");
  first?.sends("entry_added", "41");
  first?.happens("error");
  const second = await comesBack();
  second.happens("open");
  expect(second.address).toBe("/api/v1/events?last_event_id=41");
  expect(received).toEqual(["entry_added"]);
  close();
});

test("whoever received no event before a break does not know what was missed", async () => {
  const close = listen();
  Source.opened[0]?.happens("open");
  Source.opened[0]?.happens("error");
  (await comesBack()).happens("open");
  expect(received).toEqual(["reset"]);
  close();
});

test("what was loaded without a network is not up to date when it comes", async () => {
  vi.stubGlobal("navigator", { onLine: false });
  const close = listen();
  expect(Source.opened).toEqual([]);
  window.dispatchEvent(new Event("online"));
  Source.opened[0]?.happens("open");
  expect(received).toEqual(["reset"]);
  close();
});

test("whether the session has ended is asked when there is an answer, but no stream", async () => {
  const close = listen();
  const [first] = Source.opened;
  first?.happens("error"); // no answer at all
  expect(refusals).toBe(0);
  const second = await comesBack();
  second.readyState = 2;
  second.happens("error");
  expect(refusals).toBe(1);
  close();
});

test("a page in the background lets go of its stream, and receives from the one in front", async () => {
  const close = listen();
  const [first] = Source.opened;
  first?.happens("open");
  page.hidden = true; // all others are in front
  const front = new Channel();
  front.postMessage({ kind: "listening" });
  const added = { kind: "entry_added", data: {} };
  front.postMessage({ kind: "event", event: added, id: "41" });
  first?.sends("entry_added", "41"); // the same, by its own stream
  await vi.advanceTimersByTimeAsync(60_000);
  expect([first?.isOpen, Source.opened.length]).toEqual([false, 1]);
  front.postMessage({ kind: "event", event: { ...added, kind: "state_changed" }, id: "42" });
  expect(received).toEqual(["entry_added", "state_changed"]);
  page.hidden = false;
  page.dispatchEvent(new Event("visibilitychange"));
  expect(Source.opened.at(-1)?.address).toBe("/api/v1/events?last_event_id=42");
  front.close();
  close();
});

test("what is opened in the background listens only if nobody else does", async () => {
  page.hidden = true;
  const close = listen();
  expect(Source.opened).toEqual([]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(Source.opened).toHaveLength(1);
  Source.opened[0]?.happens("open");
  const closeAnother = listen();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(Source.opened).toHaveLength(1);
  closeAnother();
  close();
});
