// How a highlight reaches the server, now or later. Of one highlight, wishes keep their order:
// nothing can be changed before it is there.
import { ApiError, NetworkError } from "@/api/errors";
import { noteDown } from "@/offline/journal";
import { deliverHighlight, type HighlightWish, type Wish } from "./deliver";
import { sendNoted } from "./send-safely";

const underWay = new Map<string, Promise<void>>();

export function sendHighlight(wish: HighlightWish): Promise<void> {
  const { id } = wish;
  const sent = sendAfter(underWay.get(id), wish).finally(() => {
    if (underWay.get(id) === sent) underWay.delete(id);
  });
  underWay.set(id, sent);
  return sent;
}

/** Written down at once; but neither sent nor queued before what was wished before it. */
async function sendAfter(
  before: Promise<void> | undefined,
  wish: HighlightWish,
): Promise<void> {
  const noted: Wish = { kind: "highlight", wish };
  const strike = noteDown(noted);
  await before?.catch(() => undefined);
  await sendNoted(noted, strike, () => deliver(wish));
}

async function deliver(wish: HighlightWish): Promise<void> {
  try {
    await deliverHighlight(wish);
  } catch (error) {
    const isUnknown = error instanceof ApiError && error.status === 404;
    // It still waits to be made: this one waits behind it.
    if (isUnknown && (await isWaiting(wish.id))) throw new NetworkError(error);
    throw error;
  }
}

async function isWaiting(id: string): Promise<boolean> {
  try {
    const { waiting } = await import("@/offline/outbox");
    return (await waiting()).wishes.some((wish) => wish.id === id);
  } catch {
    return false;
  }
}
