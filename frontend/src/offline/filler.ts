// Decides when to fill the store: some time after things changed, one filling at a time.
import { FILL_IDLE, fillState } from "@/device/status";
import { readFact } from "@/device/store";
import { fill, loadText } from "./fill";

const AT_START = 4_000;
const AFTER_NEWS = 20_000;
const CHANGED_PAUSE = 3_000;
const OLD = 15 * 60_000;

interface Limits {
  entries: number;
  pictureMegabytes: number;
}

export type Filler = ReturnType<typeof createFiller>;

export function createFiller(limits: () => Limits) {
  let running: AbortController | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const changed = new Set<number>();

  const run = async () => {
    clearTimeout(timer);
    timer = undefined;
    if (running || !navigator.onLine) return;
    running = new AbortController();
    const { signal } = running;
    const onProgress = (done: number, total: number) =>
      fillState.set({ ...FILL_IDLE, isRunning: true, done, total });
    onProgress(0, 0);
    try {
      await fill({ ...limits(), signal, onProgress });
      fillState.set(FILL_IDLE);
    } catch (error) {
      fillState.set({ ...FILL_IDLE, problem: isFull(error) ? "full" : null });
    } finally {
      running = null;
    }
  };

  const soon = (delay = AFTER_NEWS) => {
    timer ??= setTimeout(() => void run(), delay);
  };

  return {
    run,
    soon,
    start: () => soon(AT_START),
    /** Fill only if that was not done lately. */
    ifOld: async () => {
      const filledAt = (await readFact<number>("filled-at")) ?? 0;
      if (Date.now() - filledAt > OLD) soon(AT_START);
    },
    /** Load some texts again; several changes in a moment are one. */
    reload: (ids: readonly number[]) => {
      if (changed.size === 0) setTimeout(() => void reloadChanged(changed), CHANGED_PAUSE);
      for (const id of ids) changed.add(id);
    },
    stop: () => {
      clearTimeout(timer);
      timer = undefined;
      running?.abort();
    },
  };
}

async function reloadChanged(changed: Set<number>): Promise<void> {
  const ids = [...changed];
  changed.clear();
  try {
    for (const id of ids) await loadText(id, AbortSignal.timeout(60_000));
  } catch {
    // The next filling sees that they differ.
  }
}

function isFull(error: unknown): boolean {
  return error instanceof DOMException && error.name === "QuotaExceededError";
}
