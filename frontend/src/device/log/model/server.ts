// A server for tests: registers that merge by the rule of core/intents.py, and requests that
// are answered, lost or refused when a test says so.
import { NetworkError } from "@/api/errors";
import { running, type Tab } from "./browser";

export interface Register {
  value: boolean;
  at: number | null; // null: never marked
}

export interface Intent {
  entry_id: number;
  field: string;
  tag?: string;
  value: boolean;
  at: number;
}

/** The rule of core/intents.py; `merge-cases.json` proves that it is the same. */
export function isNewer(intent: Register, known: Register): boolean {
  if (known.at === null || intent.at === null) return intent.at !== null;
  if (intent.at !== known.at) return intent.at > known.at;
  return intent.value && !known.value;
}

export interface Call {
  tab: Tab;
  canRefuse: boolean;
  /** Carry it out and answer. */
  answer: () => void;
  /** Carry it out, but the answer is lost. */
  loseAnswer: () => void;
  /** It never arrives. */
  lose: () => void;
  refuse: () => void;
}

export interface Event {
  entryId: number;
  field: string;
  value: boolean;
}

export const OWNER = 5;

export function createServer(entryIds: readonly number[]) {
  const registers = new Map<string, Register>();
  const calls = new Set<Call>();
  const events: Event[] = [];
  let clock = 0;
  const now = () => {
    clock = Math.max(clock + 1, Date.now() * 1000);
    return clock;
  };
  const registerAt = (key: string) => registers.get(key) ?? { value: false, at: null };

  const set = (entryId: number, field: string, intent: Register): string => {
    const key = `${entryId}:${field}`;
    const known = registerAt(key);
    if (!isNewer(intent, known)) {
      return known.at === intent.at && known.value === intent.value ? "applied" : "superseded";
    }
    registers.set(key, intent);
    if (known.value !== intent.value) events.push({ entryId, field, value: intent.value });
    return "applied";
  };

  const entryOf = (id: number) => ({
    id,
    feed_id: 1,
    received_at: 1,
    read: registerAt(`${id}:read`).value,
    starred: registerAt(`${id}:starred`).value,
    tags: registerAt(`${id}:tag:a`).value ? ["a"] : [],
  });

  const carryOut = (method: string, path: string, body: string): unknown => {
    const at = now();
    const star = path.match(/entries\/(\d+)\/star$/);
    const tag = path.match(/entries\/(\d+)\/tags\/a$/);
    if (star) return set(Number(star[1]), "starred", { value: method === "PUT", at });
    if (tag) return set(Number(tag[1]), "tag:a", { value: method === "PUT", at });
    if (path.endsWith("/mark-read")) {
      const { ids, read } = JSON.parse(body) as { ids: number[]; read: boolean };
      for (const id of ids) set(id, "read", { value: read, at });
      return { changed: ids.length, along: [] };
    }
    return sync(JSON.parse(body) as { sent_at: number; intents: Intent[] }, at);
  };

  const sync = ({ sent_at, intents }: { sent_at: number; intents: Intent[] }, at: number) => {
    const results = intents.map((one) => {
      const field = one.field === "tag" ? `tag:${one.tag}` : one.field;
      const time = Math.min(at, one.at + at - sent_at);
      return set(one.entry_id, field, { value: one.value, at: time });
    });
    return { results, entries: [...new Set(intents.map((one) => one.entry_id))].map(entryOf) };
  };

  const fetch = async (request: Request): Promise<Response> => {
    const { pathname: path, searchParams } = new URL(request.url);
    if (!globalThis.navigator.onLine) throw new TypeError("offline");
    const found = (data: unknown, status = 200) => respond(request.url, data, status);
    if (path.endsWith("/users/me")) return found({ id: OWNER });
    const tab = running.getStore();
    if (!tab) throw new Error("nobody asks");
    const isRead = request.method === "GET";
    const ids = searchParams.get("ids")?.split(",").map(Number) ?? entryIds;
    // As it is now, however late the answer arrives.
    const page = { items: ids.map(entryOf), next_cursor: null };
    if (isRead && !tab.isLoaded) return found(page);
    const body = isRead ? "" : await request.text();
    return await new Promise((resolve, reject) => {
      const end = (settle: () => void) => () => {
        calls.delete(call);
        settle();
      };
      const lost = () => reject(new NetworkError("lost"));
      const carried = () => (isRead ? page : carryOut(request.method, path, body));
      const call: Call = {
        tab,
        canRefuse: !isRead && !path.endsWith("/sync"),
        answer: end(() => resolve(found(carried()))),
        loseAnswer: end(() => {
          carried();
          lost();
        }),
        lose: end(lost),
        refuse: end(() => resolve(found({ error: { code: "conflict", message: "" } }, 409))),
      };
      calls.add(call);
    });
  };

  return { fetch, calls, events, entryOf, registerAt };
}

function respond(url: string, data: unknown, status: number): Response {
  return Object.defineProperty(Response.json(data, { status }), "url", { value: url });
}
