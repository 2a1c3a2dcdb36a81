// Adds up the scripts that a browser needs before it shows something, packed. Fails when they
// are heavier or more than what we promise, or when the page names one too late.
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
  "signed out": { page: "index.html", starts: ["src/routes/login.tsx"], most: 9 },
  "the first list": {
    page: "reader.html",
    starts: ["src/routes/reading/first-pages.ts"],
    most: 9,
  },
};
// The page asks for what this one consists of instead.
const { file: UNUSED } = manifest["src/first.ts"];
// The very first script asks for these: which ones, it finds out from language and address.
const ASKED_FIRST = /^src\/(messages|routes\/login)/;

let isTooMuch = false;
for (const [name, { page, starts, most }] of Object.entries(LOADS)) {
  const html = readFileSync(join(folder, page), "utf8");
  const found = new Map();
  const late = [];
  for (const start of [...ALWAYS, ...starts]) {
    for (const file of filesOf(manifest, start).keys()) {
      if (file === UNUSED) continue;
      // Named in the page, it is asked for with it; else when another script has come and run.
      if (!(html.includes(file) || ASKED_FIRST.test(start))) late.push(file);
      found.set(file, start);
    }
  }
  let total = 0;
  console.log(`${name}:`);
  for (const file of found.keys()) {
    // As the server sends it to every browser of these years.
    const size = brotliCompressSync(readFileSync(join(folder, file))).length;
    total += size;
    console.log(`${String(size).padStart(8)}  ${file}`);
  }
  console.log(`${String(total).padStart(8)}  of ${LIMIT} bytes of script`);
  console.log(`${String(found.size).padStart(8)}  of ${most} files`);
  for (const file of late) console.error(`${page} does not name ${file}.`);
  isTooMuch ||= total > LIMIT || found.size > most || late.length > 0;
}
if (isTooMuch) {
  console.error("Too much: load something later, do without it, or name it in the page.");
  process.exit(1);
}
