// What a live event means for what is loaded. Pure: event -> changes; the glue does them.
import type { Job } from "@/api/types";
import type { MarkablePlace } from "@/lib/list-scope";
import type { Mark } from "@/lib/marks";

export type LiveEvent = { kind: string; data: Record<string, unknown> };

/** Parts of the cache that may no longer be true. */
export type Stale =
  | "counts"
  | "entries"
  | "folders"
  | "subscriptions"
  | "tags"
  | "searches"
  | "status"
  | "jobs"
  | "highlights"
  | "health"
  | "rules"
  | "webhooks"
  | "publications"
  | "digests"
  | "stories"
  | "me";

export interface Changes {
  marks: Mark[];
  arrived: { feedId: number; count: number; lastId: number } | null;
  // Everything there was read elsewhere, up to the entry of this number.
  allRead: { place: MarkablePlace; upTo: number } | null;
  entries: number[]; // to load again, opened or in lists
  stale: Stale[];
  notice: Record<string, unknown> | null; // for a notification
  job: { id: string; kind: string; state: Job["state"]; done: number; total: number } | null;
}

const JOB_STATES: readonly Job["state"][] = ["waiting", "running", "done", "failed"];

const NOTHING: Changes = {
  marks: [],
  arrived: null,
  allRead: null,
  entries: [],
  stale: [],
  notice: null,
  job: null,
};

export const EVENT_KINDS = [
  "entry_added",
  "entry_changed",
  "state_changed",
  "summary_ready",
  "feed_changed",
  "job_progress",
  "notify",
  "settings_changed",
  "status_changed",
  "reset",
] as const;

/** Return what to change. Unknown events change nothing: the server may be newer. */
export function changesOf({ kind, data }: LiveEvent): Changes {
  switch (kind) {
    case "entry_added":
      return { ...NOTHING, arrived: arrival(data), stale: ["counts"] };
    case "entry_changed":
    case "summary_ready":
      return { ...NOTHING, entries: idsOf(data) };
    case "state_changed":
      return stateChange(data);
    case "feed_changed":
      return { ...NOTHING, stale: feedChange(data) };
    case "job_progress":
      return { ...NOTHING, job: jobOf(data), stale: ["jobs"] };
    case "notify":
      return { ...NOTHING, notice: data };
    case "settings_changed":
      return { ...NOTHING, stale: settingsChange(data) };
    case "status_changed":
      return { ...NOTHING, stale: ["status"] };
    case "reset":
      return { ...NOTHING, stale: ALL_STALE };
    default:
      return NOTHING;
  }
}

const ALL_STALE: Stale[] = [
  "counts",
  "entries",
  "folders",
  "subscriptions",
  "tags",
  "searches",
  "status",
  "jobs",
  "highlights",
  "health",
  "rules",
  "webhooks",
  "publications",
  "digests",
  "stories",
  "me",
];

function stateChange(data: Record<string, unknown>): Changes {
  const ids = idsOf(data);
  const marks: Mark[] = [];
  if (typeof data.read === "boolean") marks.push({ kind: "read", ids, read: data.read });
  if (typeof data.starred === "boolean")
    marks.push({ kind: "star", ids, starred: data.starred });
  if (typeof data.tag === "string" && typeof data.tagged === "boolean") {
    marks.push({ kind: "tag", ids, tag: data.tag, tagged: data.tagged });
  }
  const entries = "highlight" in data || "story" in data ? ids : [];
  return { ...NOTHING, marks, allRead: allReadOf(data), stale: stateStale(data), entries };
}

function allReadOf({ all_read: scope }: Record<string, unknown>): Changes["allRead"] {
  if (typeof scope !== "object" || scope === null) return null;
  const { before, ...where } = scope as Record<string, unknown>;
  return { place: placeOf(where), upTo: Number(before) || 0 };
}

function placeOf({
  feed_id: feedId,
  folder_id: folderId,
  muted,
}: Record<string, unknown>): MarkablePlace {
  if (typeof feedId === "number") return { kind: "feed", id: feedId };
  if (typeof folderId === "number") return { kind: "folder", id: folderId };
  return muted === false ? { kind: "all", unread: true } : { kind: "all" };
}

function stateStale(data: Record<string, unknown>): Stale[] {
  if ("highlight" in data) return ["highlights"];
  if ("hidden" in data) return ["counts", "entries"];
  if ("story" in data) return ["stories"];
  if ("all_read" in data) return ["counts", "tags"];
  if (data.tags === true) return ["tags", "counts", "entries"];
  return "tag" in data ? ["counts", "tags"] : ["counts"];
}

const WITH_A_LIST: Stale[] = ["rules", "webhooks", "publications", "digests"];

function settingsChange({ what }: Record<string, unknown>): Stale[] {
  if (what === "preferences") return ["me"];
  return WITH_A_LIST.filter((name) => name === what);
}

function feedChange(data: Record<string, unknown>): Stale[] {
  if (data.searches === true) return ["searches"];
  if (data.folders === true) return ["folders", "subscriptions", "counts"];
  return ["subscriptions", "counts", "health"];
}

function arrival(data: Record<string, unknown>): Changes["arrived"] {
  const { feed_id: feedId, count, last_id: lastId } = data;
  if (typeof feedId !== "number" || typeof lastId !== "number") return null;
  return { feedId, count: typeof count === "number" ? count : 1, lastId };
}

function jobOf(data: Record<string, unknown>): Changes["job"] {
  const { id, kind, state, done, total } = data;
  const known = JOB_STATES.find((one) => one === state);
  if (typeof id !== "string" || known === undefined) return null;
  return {
    id,
    kind: typeof kind === "string" ? kind : "",
    state: known,
    done: Number(done) || 0,
    total: Number(total) || 0,
  };
}

function idsOf(data: Record<string, unknown>): number[] {
  const ids = Array.isArray(data.ids) ? data.ids : [data.id, data.entry_id];
  return ids.filter((id): id is number => typeof id === "number");
}
