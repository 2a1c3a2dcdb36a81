// Messages that not every visit needs, by language and area: each is loaded once.

import type { Messages } from "@/messages/shape";
import type { Language } from "./languages";

export type LoadedArea = Promise<{ default: Messages }>;

const areas = import.meta.glob<{ default: Messages }>([
  "@/messages/*/*.ts",
  "!@/messages/*/index.ts",
  "!@/messages/*/{layout,reading,sign-in,time,ui}.ts",
]);

const pending = new Map<string, LoadedArea>();

export function hasArea(language: Language, area: string): boolean {
  return address(language, area) in areas;
}

export function loadArea(language: Language, area: string): LoadedArea {
  const path = address(language, area);
  const known = pending.get(path);
  if (known) return known;
  const load = areas[path];
  const loading: LoadedArea = load ? load() : Promise.resolve({ default: {} });
  pending.set(path, loading);
  loading.catch(() => pending.delete(path));
  return loading;
}

function address(language: Language, area: string): string {
  return `/src/messages/${language}/${area}.ts`;
}
