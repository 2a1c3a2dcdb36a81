// Arriving at a list, and coming back to it. Each step of the history remembers where one
// was; a step without memory is a new visit, and the list begins again.
import { type Query, useQueryClient } from "@tanstack/react-query";
import { useLocation } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { type Place, readPlace } from "@/lib/list-rows";
import type { ListScope } from "@/lib/list-scope";
import { restartList } from "@/queries/entries";
import { keys } from "@/queries/keys";

const STORE = "tidings.places";
const MOST = 60;
const FRESH = 60_000;
const visited = new WeakSet<Query>();

/** Returns the place to go back to (null: the top), and how to keep the present one. */
export function useListVisit(scope: ListScope): [Place | null, (place: Place) => void] {
  const client = useQueryClient();
  const step = useLocation({ select: ({ state }) => state.__TSR_key ?? "" });
  const [place] = useState(() => readPlace(readPlaces()[step]));
  const steps = useRef<Set<string>>(new Set());
  const latest = useRef<Place | null>(place);
  useEffect(() => {
    steps.current.add(step);
    if (latest.current) keepPlace([step], latest.current);
  }, [step]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, on arrival
  useEffect(() => {
    const list = client.getQueryCache().find({ queryKey: keys.entryList(scope) });
    if (!list) return;
    // Loaded for this very visit: nothing newer is to be had.
    const isNew = !visited.has(list) && Date.now() - list.state.dataUpdatedAt < FRESH;
    visited.add(list);
    if (place === null && !isNew) void restartList(client, scope);
  }, []);
  const keep = (found: Place) => {
    latest.current = found;
    keepPlace([...steps.current], found);
  };
  return [place, keep];
}

function readPlaces(): Record<string, unknown> {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(STORE) ?? "{}");
    return typeof stored === "object" && stored !== null ? { ...stored } : {};
  } catch {
    return {};
  }
}

function keepPlace(steps: readonly string[], place: Place): void {
  const kept = readPlaces();
  for (const step of steps) {
    delete kept[step];
    kept[step] = place;
  }
  try {
    const newest = Object.entries(kept).slice(-MOST);
    sessionStorage.setItem(STORE, JSON.stringify(Object.fromEntries(newest)));
  } catch {
    // Storage is full or forbidden: going back leads to the top.
  }
}
