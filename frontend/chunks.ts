// Which file of the build a module goes into: that is decided by the entry points that need
// it, so no module has to be named. Few large files pack better than many small ones, and each
// file is a request.
import type { Rolldown } from "vite";

type Modules = Rolldown.ChunkingContext;

const ICONS = /node_modules\/lucide-react\/dist\/esm\/lucide-react\.mjs$/;
const VENDOR =
  /node_modules\/(react|react-dom|scheduler|openapi-fetch|@tanstack\/(?!.*virtual).*)\//;

const LIBRARIES =
  /node_modules\/(?!(react|react-dom|scheduler|openapi-fetch|lucide-react|@tanstack)\/)/;

/** The modules that are asked for by name: everything else follows one of these. */
export interface EntryPoints {
  first: string; // the very first script
  main: string; // what starts the app
  app: string;
  list: string; // the frame of all pages, with the list that most visits begin with
  beforeSignIn: readonly string[];
  /** Of the pages that are loaded when visited, those that are no place to read. */
  isOfSection: (page: string) => boolean;
}

export function chunkGroups(points: EntryPoints): Rolldown.CodeSplittingGroup[] {
  const needs = remembered(closureOf);
  const later = remembered((_, modules) => laterEntries(points, modules));
  const group = (name: string, isIn: (id: string, needed: Needed) => boolean) => ({
    name: (id: string, modules: Modules) => {
      const by = (point: string) => needs(point, modules).has(id);
      const entries = () => [...later("", modules)].filter(([entry]) => by(entry));
      const isLight = () => ![...needs(id, modules)].some((one) => LIBRARIES.test(one));
      return isIn(id, { by, entries, isLight }) ? name : null;
    },
    debugName: name,
    // Each is whole with those before it; more would be taken away from them.
    includeDependenciesRecursively: false,
  });
  const beforeSignIn = (by: Needed["by"]) => points.beforeSignIn.some(by);
  return [
    { name: "vendor", test: VENDOR },
    // It waits for nothing that is large.
    group("early", (id, { by }) => id !== points.main && (by(points.first) || by(points.main))),
    // With the app comes what both visitors and readers need first.
    group("app", (_, { by }) => by(points.app) || (by(points.list) && beforeSignIn(by))),
    group("list", (_, { by }) => by(points.list)),
    group("sign-in", (id, { by }) => beforeSignIn(by) && !points.beforeSignIn.includes(id)),
    // Alone, each of these modules of a few lines would be a request.
    group("settings", (id, { entries, isLight }) => {
      const isOfReading = entries().some(([, isReading]) => isReading);
      return !isOfReading && isLight() && isShared(id, entries(), 2);
    }),
    group("common", (id, { entries, isLight }) => isLight() && isShared(id, entries(), 3)),
  ];
}

interface Needed {
  by: (point: string) => boolean;
  entries: () => [string, boolean][];
  isLight: () => boolean; // it brings no library with it
}

function isShared(id: string, entries: [string, boolean][], least: number): boolean {
  return entries.length >= least && !entries.some(([entry]) => entry === id);
}

/** Return what is loaded when it is first needed, and whether by whoever reads. */
function laterEntries(points: EntryPoints, modules: Modules): Map<string, boolean> {
  const entries = new Map<string, boolean>();
  const follow = (id: string, isReading: boolean) => {
    if (entries.get(id) === true || entries.get(id) === isReading) return;
    entries.set(id, isReading);
    for (const inside of closureOf(id, modules))
      for (const next of modules.getModuleInfo(inside)?.dynamicallyImportedIds ?? [])
        follow(next, isReading && !points.isOfSection(next));
  };
  follow(points.app, true);
  follow(points.list, true);
  for (const first of [points.app, points.list]) entries.delete(first);
  return entries;
}

/** Return a module with all that it needs at once. */
function closureOf(start: string, modules: Modules): Set<string> {
  const found = new Set([start]);
  for (const id of found) for (const needed of importsOf(id, modules)) found.add(needed);
  return found;
}

/** Of all icons only those that a module names: one file hands on every one of them. */
function importsOf(id: string, modules: Modules): string[] {
  const info = modules.getModuleInfo(id);
  const imports = info?.importedIds ?? [];
  const icons = imports.find((one) => ICONS.test(one));
  if (icons === undefined || ICONS.test(id)) return ICONS.test(id) ? [] : imports;
  const named = (info?.code ?? "").match(/\{([^}]*)\}\s*from\s*"lucide-react"/)?.[1] ?? "";
  const files = iconFiles(icons, modules);
  return [
    ...imports,
    ...named.split(",").flatMap((one) => files.get(one.trim().split(" as ")[0] ?? "") ?? []),
  ];
}

const iconFiles = remembered((icons, modules) => {
  const files = new Map<string, string>();
  const code = modules.getModuleInfo(icons)?.code ?? "";
  for (const [, names = "", file = ""] of code.matchAll(/\{([^}]*)\} from '\.\/([^']*)'/g)) {
    const path = icons.replace(/[^/]*$/, file);
    for (const name of names.matchAll(/default as (\w+)/g)) files.set(name[1] ?? "", path);
  }
  return files;
});

/** Modules do not change while a build asks for their files. */
function remembered<Value>(make: (id: string, modules: Modules) => Value) {
  const known = new WeakMap<Modules, Map<string, Value>>();
  return (id: string, modules: Modules): Value => {
    const values = known.get(modules) ?? new Map<string, Value>();
    known.set(modules, values);
    const value = values.get(id) ?? make(id, modules);
    values.set(id, value);
    return value;
  };
}
