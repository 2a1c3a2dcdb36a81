// Questions that the very first script asks, while everything else is still on its way: the
// client takes their answers when the app comes to ask the same.

// Whoever asks later wants to know how things are by then.
const FRESH = 10_000;

class EarlyRequests {
  private readonly asked = new Map<string, Promise<Response>>();
  private askedAt = 0;

  ask(addresses: readonly string[]): void {
    this.askedAt = Date.now();
    for (const address of addresses) {
      const answer = fetch(address, { credentials: "same-origin" });
      // Whoever takes it gets the failure; if nobody does, nobody needs to.
      answer.catch(() => undefined);
      this.asked.set(address, answer);
    }
  }

  has(address: string): boolean {
    return this.asked.has(address);
  }

  /** Return when a question to a path is asked: now, or when it was asked early. */
  timeOf(path: string): number {
    const isEarly = [...this.asked.keys()].some((address) => address.startsWith(`${path}?`));
    return isEarly && isFresh() ? this.askedAt : Date.now();
  }

  /** `fetch`, but what was asked early is not asked again. */
  fetchOnce(request: Request): Promise<Response> {
    const { pathname, search } = new URL(request.url);
    const answer = this.asked.get(pathname + search);
    this.asked.delete(pathname + search);
    const isTaken = answer && request.method === "GET" && isFresh();
    return isTaken ? orAborted(answer, request.signal) : fetch(request);
  }
}

export const earlyRequests = new EarlyRequests();

function isFresh(): boolean {
  return performance.now() < FRESH;
}

function orAborted(answer: Promise<Response>, signal: AbortSignal): Promise<Response> {
  return new Promise((resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    if (signal.aborted) reject(signal.reason);
    answer.then(resolve, reject);
  });
}
