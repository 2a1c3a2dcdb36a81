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
  close() {}
  happens(kind: string) {
    this.dispatchEvent(new Event(kind));
  }
  tells(kind: string, lastEventId: string) {
    this.dispatchEvent(Object.assign(new Event(kind), { lastEventId, data: "{}" }));
  }
}

const window = new EventTarget();
let heard: string[] = [];
let refusals = 0;

beforeEach(() => {
  vi.useFakeTimers();
  Source.opened = [];
  heard = [];
  refusals = 0;
  vi.stubGlobal("EventSource", Source);
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
    onEvent: ({ kind }) => heard.push(kind),
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
  expect(heard).toEqual([]);
  close();
});

test("whoever comes back names the last event, and is told what was missed", async () => {
  const close = listen();
  const [first] = Source.opened;
  first?.happens("open");
  first?.tells("entry_added", "41");
  first?.happens("error");
  const second = await comesBack();
  second.happens("open");
  expect(second.address).toBe("/api/v1/events?last_event_id=41");
  expect(heard).toEqual(["entry_added"]);
  close();
});

test("whoever heard no event before a break does not know what was missed", async () => {
  const close = listen();
  Source.opened[0]?.happens("open");
  Source.opened[0]?.happens("error");
  (await comesBack()).happens("open");
  expect(heard).toEqual(["reset"]);
  close();
});

test("what was loaded without a network is not up to date when it comes", async () => {
  vi.stubGlobal("navigator", { onLine: false });
  const close = listen();
  expect(Source.opened).toEqual([]);
  window.dispatchEvent(new Event("online"));
  Source.opened[0]?.happens("open");
  expect(heard).toEqual(["reset"]);
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
