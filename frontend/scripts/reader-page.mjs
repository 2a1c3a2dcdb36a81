// Writes reader.html: the same page, for whoever brings a session. It says so, and asks at
// once for the files of the lists, which signed-out visitors need not load.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { filesOf, readManifest } from "./built-files.mjs";

const FRAME = 'data-frame="signed-out"';
const LISTS = "src/routes/reading/first-pages.ts";

export function writeReaderPage(folder) {
  const page = readFileSync(join(folder, "index.html"), "utf8");
  if (!page.includes(FRAME)) throw new Error(`index.html has no ${FRAME}.`);
  const manifest = readManifest(folder);
  const files = filesOf(manifest, LISTS);
  const links = [...files.keys()]
    .filter((file) => !page.includes(file))
    .map(
      (file) =>
        `  <link rel="modulepreload" fetchpriority="low" crossorigin href="/${file}">\n  `,
    );
  const reader = page
    .replace(FRAME, 'data-frame="list"')
    .replace("</head>", `${links.join("")}</head>`);
  writeFileSync(join(folder, "reader.html"), reader);
}
