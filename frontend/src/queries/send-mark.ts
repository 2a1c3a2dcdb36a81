// How a mark reaches the server, now or later.
import type { Mark } from "@/lib/marks";
import { nextMoment } from "@/offline/merge";
import { deliverMark, type Wish } from "./deliver";
import { sendInTurn } from "./marks-under-way";
import { sendSafely } from "./send-safely";

let lastMoment = 0;

/** Returns which other entries the server read along with them, as far as it has answered. */
export async function sendMark(mark: Mark): Promise<number[]> {
  // Now, not when it fails: marks that are on their way together may fail in any order.
  lastMoment = nextMoment(lastMoment, Date.now());
  const wish: Wish = { kind: "mark", mark, at: lastMoment };
  let along: number[] = [];
  await sendInTurn(mark, (turn) =>
    sendSafely(wish, async () => {
      await turn;
      along = await deliverMark(mark);
    }),
  );
  return along;
}
