// Writes down the addresses of all pages for the server and its tests: `npm run pages`.
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { runnerImport } from "vite";

const source = fileURLToPath(new URL("../src/pages.ts", import.meta.url));
const target = fileURLToPath(new URL("../../src/tidings/web/app_pages.json", import.meta.url));
const { module } = await runnerImport(source, { configFile: false });
writeFileSync(target, `${JSON.stringify(module.addresses(), null, 2)}\n`);
