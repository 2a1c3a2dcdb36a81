// Builds the app and packs its files: `npm run build`, or `npm run build -- --outDir FOLDER`.
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { build } from "vite";
import { precompress } from "./precompress.mjs";
import { writeReaderPage } from "./reader-page.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const { values } = parseArgs({ options: { outDir: { type: "string" } } });
const outDir = resolve(root, values.outDir ?? "../src/tidings/web/app");
await build({ root, logLevel: "warn", build: { outDir, emptyOutDir: true } });
writeReaderPage(outDir);
precompress(outDir);
