// Whatever happens to pages, requests and the network, the newest mark is on screen at every
// step, and in the end all pages and the server agree. All of it is our own code but for the
// browser and the server (offline/model), which are played.
import { QueryClient } from "@tanstack/react-query";
import fc from "fast-check";
import { afterEach, expect, test, vi } from "vitest";
import type { Mark } from "@/lib/marks";
import type { Marked } from "@/lib/pending";
import { running, settleDown, startBrowser, type Tab } from "./model/browser";
import { type Call, createServer, type Event, OWNER } from "./model/server";

const RUNS = 200;
// The same histories in every run; another seed tries others.
const SEED = Number(process.env.TIDINGS_TEST_SEED ?? 20261118);
const ENTRIES = [1, 2];
const FIELDS = ["read", "starred", "tag:a"] as const;
type Field = (typeof FIELDS)[number];

// Outside a browser, an address needs its host.
class LocalRequest extends Request {
  constructor(address: string | Request, options?: RequestInit) {
    super(typeof address === "string" ? new URL(address, "http://reader.example") : address, {
      ...options,
      signal: null, // time is for the test to end
    });
  }
}

type Step =
  | { kind: "mark"; tab: number; entryId: number; field: Field; value: boolean }
  | { kind: "end"; how: "answer" | "loseAnswer" | "lose" | "refuse"; which: number }
  | { kind: "network"; isOn: boolean }
  | { kind: "events" | "flush" | "close" | "reload"; tab: number };

const tabs = fc.nat({ max: 1 });
const steps = fc.array(
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        kind: fc.constant("mark" as const),
        tab: tabs,
        entryId: fc.constantFrom(...ENTRIES),
        field: fc.constantFrom(...FIELDS),
        value: fc.boolean(),
      }),
    },
    {
      weight: 6,
      arbitrary: fc.record({
        kind: fc.constant("end" as const),
        how: fc.constantFrom("answer", "answer", "answer", "loseAnswer", "lose", "refuse"),
        which: fc.nat({ max: 5 }),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant("network" as const), isOn: fc.boolean() }),
    },
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constantFrom(
          "events" as const,
          "flush" as const,
          "close" as const,
          "reload" as const,
        ),
        tab: tabs,
      }),
    },
  ),
  { maxLength: 30 },
) as fc.Arbitrary<Step[]>;

const markOf = (entryId: number, field: string, value: boolean): Mark => {
  if (field === "read") return { kind: "read", ids: [entryId], read: value };
  if (field === "starred") return { kind: "star", ids: [entryId], starred: value };
  return { kind: "tag", ids: [entryId], tag: "a", tagged: value };
};

/** A page: the real modules, loaded for it alone. */
async function openTab(seen: number) {
  const tab: Tab = { isOpen: true, isLoaded: false };
  return await running.run(tab, async () => {
    vi.resetModules();
    const client = new QueryClient();
    const log = await import("./log");
    const { overlay } = await import("@/lib/pending");
    const { markEntries } = await import("@/queries/marks");
    const { loadListed } = await import("@/queries/entries");
    const { applyMark, changeListed } = await import("@/queries/patch-cache");
    const { follow } = await import("@/device/follow");
    const { onBroadcast } = await import("@/device/channel");
    const { claim } = await import("@/device/ownership");
    const { dropSent, onNews, showWaiting, takeOverLines } = await import("@/offline/sending");
    const { sendWaiting } = await import("./outbox");
    const key = ["entries", "all"];
    const load = async () => {
      const items = await loadListed(ENTRIES).catch(() => null);
      if (items === null) return;
      const now = new Map(items.map((one) => [one.id, one]));
      const isFirst = client.getQueryData(key) === undefined;
      if (isFirst) client.setQueryData(key, { pages: [{ items }], pageParams: [null] });
      else changeListed(client, (entry) => ({ ...entry, ...now.get(entry.id) }));
    };
    follow((happening) => {
      if (happening.kind === "doubted") void load();
    });
    onBroadcast((news) => void onNews(client, news));
    await claim(OWNER, async () => undefined);
    await log.hydrated();
    await load();
    tab.isLoaded = true;
    void takeOverLines(OWNER);
    await showWaiting();
    await dropSent();
    const inside = <Result>(work: () => Result): Result => running.run(tab, work);
    const made = {
      tab,
      seen, // how many events
      log,
      load: () => void inside(load),
      mark: (mark: Mark, onRefused: () => void) =>
        inside(() => markEntries(client, mark, onRefused)),
      flush: () => void inside(() => sendWaiting().catch(() => undefined)),
      receive: ({ entryId, field, value }: Event) =>
        inside(() => {
          const mark = markOf(entryId, field, value);
          log.doubt(mark);
          applyMark(client, mark);
        }),
      shown: (entryId: number, field: Field): boolean | undefined => {
        const data = client.getQueryData<{ pages: { items: { id: number }[] }[] }>(key);
        const entry = data?.pages[0]?.items.find(({ id }) => id === entryId);
        if (!entry) return undefined; // opened without a network
        const { read, starred, tags } = overlay(entry as Marked, log.pending.get());
        return field === "read" ? read : field === "starred" ? starred : tags.includes("a");
      },
    };
    return made;
  });
}

type Page = Awaited<ReturnType<typeof openTab>>;
type How = "answer" | "loseAnswer" | "lose" | "refuse";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Two pages, the browser around them and the server. */
class World {
  readonly server = createServer(ENTRIES);
  readonly browser = startBrowser(this.server.fetch);
  readonly pages: Page[] = [];
  // Of each register the newest mark that was not refused, and the page that made it.
  private readonly newest = new Map<string, { by: Tab; value: boolean }>();

  // The last mark of each register that one page after another made, and nobody refused.
  private readonly mustArrive = new Map<string, { at: number; value: boolean | null }>();
  private time = 1_000_000;

  async open(): Promise<void> {
    vi.spyOn(Date, "now").mockImplementation(() => this.time);
    vi.stubGlobal("Request", LocalRequest);
    this.browser.kept["tidings.account"] = JSON.stringify({ id: OWNER });
    for (let at = 0; at < 2; at += 1) this.pages.push(await openTab(0));
  }

  async take(step: Step): Promise<void> {
    this.time += 10; // nobody marks in two windows at one moment
    const page = "tab" in step ? this.pages[step.tab] : undefined;
    if (step.kind === "end") this.endOne(step.which, step.how);
    else if (step.kind === "network") this.browser.navigator.onLine = step.isOn;
    else if (step.kind === "close") await this.reopen(step.tab);
    else if (page) this.act(page, step);
    this.look(step); // at once, before anything was sent
    await settleDown();
    this.look(step);
  }

  private act(page: Page, step: Step): void {
    if (step.kind === "mark") {
      const { entryId, field, value } = step;
      const register = `${entryId}:${field}`;
      this.newest.set(register, { by: page.tab, value });
      const before = this.mustArrive.get(register);
      const isAlone = before === undefined || (before.at === step.tab && before.value !== null);
      this.mustArrive.set(register, { at: step.tab, value: isAlone ? value : null });
      void page.mark(markOf(entryId, field, value), () => {
        this.newest.delete(register);
        this.mustArrive.set(register, { at: step.tab, value: null });
      });
    } else if (step.kind === "events") this.hearAll(page);
    else if (step.kind === "flush") page.flush();
    else if (step.kind === "reload") page.load();
  }

  private endOne(which: number, how: How): void {
    const calls = [...this.server.calls];
    const call = calls[which % Math.max(1, calls.length)];
    if (call) this.end(call, how === "refuse" && !call.canRefuse ? "lose" : how);
  }

  private end(call: Call, how: How): void {
    // Events come in order, and not later than the answer to what was done after them.
    const page = this.pages.find(({ tab }) => tab === call.tab);
    if (page) this.hearAll(page);
    call[how]();
  }

  private hearAll(page: Page): void {
    for (const event of this.server.events.slice(page.seen)) page.receive(event);
    page.seen = this.server.events.length;
  }

  /** Close a page with all that hangs, and open the next one. */
  private async reopen(at: number): Promise<void> {
    const page = this.pages[at];
    if (!page) return;
    for (const call of [...this.server.calls])
      if (call.tab === page.tab) this.server.calls.delete(call);
    this.browser.close(page.tab);
    // What it leaves may be older than what another page has confirmed; the server says so when
    // it is sent.
    this.newest.clear();
    this.pages[at] = await openTab(this.server.events.length);
  }

  /** The page that made the newest mark shows it, whatever the server knows by now. */
  private look(step: Step): void {
    for (const [register, { by, value }] of this.newest) {
      const page = this.pages.find(({ tab }) => tab === by);
      const [id = "", ...field] = register.split(":");
      const shown = page?.shown(Number(id), field.join(":") as Field) ?? value;
      expect({ step, register, shown }).toEqual({ step, register, shown: value });
    }
  }

  /** Everything arrives. */
  async quiesce(): Promise<void> {
    this.browser.navigator.onLine = true;
    for (const page of this.pages) if (page.shown(1, "read") === undefined) page.load();
    for (let round = 0; round < 6; round += 1) {
      for (const page of this.pages) page.flush();
      await settleDown();
      for (const call of [...this.server.calls]) this.end(call, "answer");
      await settleDown();
    }
    for (const page of this.pages) this.hearAll(page);
    await settleDown();
  }

  expectAgreement(): void {
    const registers = ENTRIES.flatMap((id) => FIELDS.map((field) => ({ id, field })));
    const said = registers.map(
      ({ id, field }) => this.server.registerAt(`${id}:${field}`).value,
    );
    for (const page of this.pages) {
      expect(page.log.pending.get().lines).toEqual([]);
      expect(registers.map(({ id, field }) => page.shown(id, field))).toEqual(said);
      this.browser.close(page.tab);
    }
    for (const [register, { value }] of this.mustArrive) {
      if (value !== null)
        expect({ register, ...this.server.registerAt(register) }).toMatchObject({
          register,
          value,
        });
    }
    const notes = Object.keys(this.browser.kept).filter((name) => name.includes("pending."));
    expect(notes).toEqual([]);
  }
}

async function play(history: Step[]): Promise<void> {
  const world = new World();
  await world.open();
  for (const step of history) await world.take(step);
  await world.quiesce();
  world.expectAgreement();
}

test("of three quick marks, the last one shows while the second is sent", async () => {
  const mark = { kind: "mark", tab: 1, entryId: 2, field: "starred" } as const;
  await play([
    { ...mark, value: false },
    { ...mark, value: true },
    { ...mark, value: false },
    { kind: "end", how: "answer", which: 0 },
  ]);
}, 120_000);

test("a mark that waited for an answer wins over it, also without a network", async () => {
  const mark = { kind: "mark", tab: 0, entryId: 1 } as const;
  await play([
    { ...mark, field: "read", value: true },
    { ...mark, field: "read", value: false },
    { kind: "network", isOn: false },
    { kind: "end", how: "answer", which: 0 },
    { ...mark, field: "starred", value: false },
  ]);
}, 120_000);

test("the newest mark is on screen at every step, and in the end all agree", async () => {
  await fc.assert(fc.asyncProperty(steps, play), { numRuns: RUNS, seed: SEED });
}, 120_000);
