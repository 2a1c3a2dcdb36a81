// Adds up the scripts that a browser needs before it shows something, packed, and fails
// when they are heavier than what we promise.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";
import { filesOf, readManifest } from "./built-files.mjs";

const LIMIT = 150_000;
const folder =
  process.argv[2] ?? fileURLToPath(new URL("../../src/tidings/web/app", import.meta.url));
const manifest = readManifest(folder);
// What a visitor meets first, and what a signed-in reader does. Polish is the longest.
const ALWAYS = ["src/first.ts", "index.html", "src/app.tsx", "src/messages/pl/index.ts"];
const LOADS = {
  "signed out": ["src/routes/login.tsx"],
  "the first list": ["src/routes/reading/first-pages.ts"],
};

let isTooHeavy = false;
for (const [name, starts] of Object.entries(LOADS)) {
  const files = [...ALWAYS, ...starts].reduce(
    (found, start) => filesOf(manifest, start, found),
    new Map(),
  );
  let total = 0;
  console.log(`${name}:`);
  for (const file of files.keys()) {
    // As the server sends it to every browser of these years.
    const size = brotliCompressSync(readFileSync(join(folder, file))).length;
    total += size;
    console.log(`${String(size).padStart(8)}  ${file}`);
  }
  console.log(`${String(total).padStart(8)}  of ${LIMIT} bytes of script`);
  isTooHeavy ||= total > LIMIT;
}
if (isTooHeavy) {
  console.error("Too heavy: load something later, or do without it.");
  process.exit(1);
}
