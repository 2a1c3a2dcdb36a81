/// <reference types="node" />
// A browser for tests: what its pages share, and what ends with each of them.
import { AsyncLocalStorage } from "node:async_hooks";
import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import { vi } from "vitest";

export interface Tab {
  isOpen: boolean;
  isLoaded: boolean; // from then on, its answers come when the test says so
}

/** Whose code is running. */
export const running = new AsyncLocalStorage<Tab>();

interface Held {
  tab: Tab | undefined;
  release: () => void;
}

/** Start again: nothing is stored, no page is open, `fetch` is the network. */
export function startBrowser(fetch: (request: Request) => Promise<Response>) {
  const kept: Record<string, string> = {};
  const held = new Map<string, Held>();
  const queues = new Map<string, (() => void)[]>();
  const channels = new Set<Channel>();

  class Channel {
    private readonly tab = running.getStore();
    private readonly listeners = new Set<(event: { data: unknown }) => void>();
    constructor() {
      channels.add(this);
    }
    addEventListener(_: string, listener: (event: { data: unknown }) => void) {
      this.listeners.add(listener);
    }
    postMessage(data: unknown) {
      const copy = structuredClone(data);
      for (const other of channels) {
        if (other === this || !other.tab?.isOpen) continue;
        setImmediate(() => {
          const { tab } = other;
          if (!tab?.isOpen) return;
          running.run(tab, () => {
            for (const listener of other.listeners) listener({ data: copy });
          });
        });
      }
    }
  }

  const next = (name: string) => {
    held.delete(name);
    queues.get(name)?.shift()?.();
  };
  const request = <Result>(name: string, work: () => Promise<Result>): Promise<Result> =>
    new Promise((resolve, reject) => {
      const tab = running.getStore();
      const start = () => {
        if (tab && !tab.isOpen) return next(name);
        const release = () => next(name);
        held.set(name, { tab, release });
        work()
          .then(resolve, reject)
          .finally(() => {
            if (held.get(name)?.release === release) release();
          });
      };
      if (!held.has(name)) start();
      else queues.set(name, [...(queues.get(name) ?? []), start]);
    });

  const methods = {
    getItem: (name: string) => kept[name] ?? null,
    setItem: (name: string, value: string) => {
      if (running.getStore()?.isOpen !== false) kept[name] = value;
    },
    removeItem: (name: string) => {
      if (running.getStore()?.isOpen !== false) delete kept[name];
    },
  };
  const navigator = { onLine: true, locks: { request } };
  vi.stubGlobal(
    "localStorage",
    new Proxy(kept, { get: (_, name) => methods[name as keyof typeof methods] }),
  );
  vi.stubGlobal("navigator", navigator);
  vi.stubGlobal("BroadcastChannel", Channel);
  vi.stubGlobal("indexedDB", new IDBFactory());
  vi.stubGlobal("fetch", fetch);
  return {
    kept,
    navigator,
    /** Nothing of it runs on, and its locks are free. */
    close: (tab: Tab) => {
      tab.isOpen = false;
      for (const one of [...held.values()]) if (one.tab === tab) one.release();
    },
  };
}

/** Let everything run that waits for nothing from outside. */
export async function settleDown(): Promise<void> {
  for (let turn = 0; turn < 60; turn += 1)
    await new Promise((resolve) => setImmediate(resolve));
}
