// Marks that the server has not answered yet: two that contradict each other arrive in the order
// they were made, and news of an earlier one do not undo a later one.
import type { Mark } from "@/lib/marks";

interface UnderWay {
  mark: Mark;
  end: Promise<void>;
}

const underWay = new Set<UnderWay>();

/** Send a mark; `turn` is over when those before it that say otherwise have ended. */
export async function sendInTurn(
  mark: Mark,
  send: (turn: Promise<unknown>) => Promise<void>,
): Promise<void> {
  const before = [...underWay].filter((one) => contradicts(one.mark, mark));
  const end = send(Promise.allSettled(before.map((one) => one.end)));
  const one = { mark, end };
  underWay.add(one);
  try {
    await end;
  } finally {
    underWay.delete(one);
  }
}

/** Return what news say, but for entries with a mark of ours on its way: that one will be the
 * newest, and the news may be of one that we made just before it. */
export function newsBeside(mark: Mark): Mark {
  const ours = [...underWay].filter((one) => isOfOneField(one.mark, mark));
  const ids = mark.ids.filter((id) => !ours.some((one) => one.mark.ids.includes(id)));
  return ids.length === mark.ids.length ? mark : { ...mark, ids };
}

function contradicts(one: Mark, other: Mark): boolean {
  if (!isOfOneField(one, other) || isSet(one) === isSet(other)) return false;
  const ids = new Set(one.ids);
  return other.ids.some((id) => ids.has(id));
}

function isOfOneField(one: Mark, other: Mark): boolean {
  if (one.kind === "tag" && other.kind === "tag") return one.tag === other.tag;
  return one.kind === other.kind;
}

function isSet(mark: Mark): boolean {
  switch (mark.kind) {
    case "read":
      return mark.read;
    case "star":
      return mark.starred;
    case "tag":
      return mark.tagged;
  }
}
