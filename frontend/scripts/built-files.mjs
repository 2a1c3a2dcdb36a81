// What a part of the built app needs before it can run.
import { readFileSync } from "node:fs";
import { join } from "node:path";

export function readManifest(folder) {
  return JSON.parse(readFileSync(join(folder, ".vite/manifest.json"), "utf8"));
}

/** Return the files of a part and of all that it imports, each with the part's name. */
export function filesOf(manifest, name, found = new Map()) {
  const part = manifest[name];
  if (!part) throw new Error(`${name} is not in the build: has it been renamed?`);
  if (found.has(part.file)) return found;
  found.set(part.file, name);
  for (const needed of part.imports ?? []) filesOf(manifest, needed, found);
  return found;
}
