import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import type { IndexHtmlTransformContext, Plugin } from "vite";
import { VitePWA } from "vite-plugin-pwa";
import { defineConfig } from "vitest/config";

const source = fileURLToPath(new URL("./src", import.meta.url));
const server = process.env.TIDINGS_DEV_SERVER ?? "http://127.0.0.1:8080";

// Parts of the first list that other pages share: alone, each would be a request of its own.
const FIRST =
  /src\/(components\/(ui\/(button|class-names|empty-state|error-state|error-text|field|float|icon-button|menu|menu-behaviour|menu-items|skeleton|spinner|tooltip)|layout\/(page|page-states|pane-divider|shell-context)|offline\/needs-network|feeds\/feed-icon|entries\/(audio-dock|time-ago))|hooks\/(early-keys|use-caught-focus|use-mark-all|use-media|use-mark-around|use-needs-network)|lib\/(readers-words|removal)|offline\/install|queries\/(entries|health-query)|routes\/guards)\.tsx?$|lucide-react\/.*\/(bookmark|circle-user|eye|eye-off|folder|highlighter|newspaper|scale|search|search-x|x)\.m?js$/;
const FIRST_SCRIPT = /src\/first\.ts$/;
// The first script, and what it shares with the app.
const EARLY =
  /src\/first\.ts$|src\/lib\/(appearance|decoded|early|essential-messages|languages|list-scope|local-store|message-areas|page-parts|pause|preferences|recalled)\.ts$|vite\/preload-helper/;
const LIST =
  /src\/(components\/(entries\/(entry-view|list|list-choices|list-header|list-row|list-skeleton|new-entries|pull-mark|row|row-actions|row-link|row-parts|row-tools|card|empty-list)|layout\/(shell|sidebar|sidebar-tree|notices|bottom-bar|nav-link|account-menu|connection-mark))|routes\/reading\/.*|offline\/device|lib\/entry-ai)\.tsx?$/;
const COMMON = /src\/(api|lib|queries|hooks|realtime)\//;
// Shared by several pages, but not needed for the first list: they follow who needs them.
const LATER =
  /src\/(lib\/(tree-moves|entry-ai|highlights|patch-highlights|auth-errors|passages|enclosures|user-agent)|queries\/(managing|feed-changes|subscribing|highlights|push|send-highlight|storage)|hooks\/(use-leave-feed|use-tree-drag))\.tsx?$/;
// Shared by many pages, but by none that one reads on.
const SETTINGS =
  /src\/(components\/(settings\/(choice-group|copy-field|preference-slider|row-list|settings-section)|manage\/filter-chips|ui\/(checkbox|progress|select|switch|tabs)|feeds\/folder-select|health\/(feed-state|problem-text))\.tsx?|(queries\/(admin|ai|ai-tasks|credentials|follow-job|health|managing|profile|push|rules|use-change|webhooks)|lib\/(chart-scale|clean-ups|feed-health|folder-paths|import-report|ledger|match-words|rule-draft|summary-languages|user-agent)|hooks\/use-kept-focus)\.ts)$/;

// What following something new is made of, on whichever page.
const FOLLOWING =
  /src\/(components\/feeds\/(address-form|file-drop|import-progress|opml-import|sample-feeds)\.tsx|queries\/subscribing\.ts)$/;

const ICONS = /node_modules\/lucide-react\//;

type Bundle = NonNullable<IndexHtmlTransformContext["bundle"]>;

/** Puts the styles and the first script before everything that only the app needs, and gives
 * them the line first: the outline of the page waits for these alone. */
function firstThings(): Plugin {
  return {
    name: "tidings-first-things",
    transformIndexHtml: {
      order: "post",
      handler(html, { bundle }) {
        const built = Object.values(bundle ?? {}).find(
          (part) => part.type === "chunk" && part.moduleIds.some((id) => FIRST_SCRIPT.test(id)),
        );
        const address = built ? `/${built.fileName}` : "/src/first.ts";
        const script = `<script type="module" async blocking="render" crossorigin src="${address}"></script>`;
        const styles = html.match(/<link rel="stylesheet".*>/)?.[0] ?? "";
        return [styles, built ? preload(built.fileName) : ""]
          .reduce((text, link) => text.replace(link, ""), html)
          .replaceAll(/ crossorigin (?=(href|src)="\/assets\/[^"]*\.js")/g, LATE)
          .replace("</head>", `${appFiles(bundle, html).map(later).join("")}</head>`)
          .replace("</title>", `</title>\n    ${[styles, script].join("\n    ")}`);
      },
    },
  };
}

/** Return what only the second script needs, and the page does not ask for yet. */
function appFiles(bundle: Bundle | undefined, html: string): string[] {
  const app = Object.values(bundle ?? {}).find((part) => part.name === "app");
  if (app?.type !== "chunk") return [];
  return [app.fileName, ...app.imports].filter((file) => !html.includes(file));
}

// Every page asks for these itself.
const ON_EVERY_PAGE = /assets\/(vendor|rolldown-runtime|early|parts)-/;

/** Return what has to be asked for along with a file that is loaded later. Each link takes
 * time, so there is none for a file that is there already or comes alone. */
function missingFiles(
  file: string,
  needed: string[],
  { hostType }: { hostType: "html" | "js" },
): string[] {
  if (hostType === "html") return needed;
  const missing = needed.filter((one) => !ON_EVERY_PAGE.test(one));
  return missing.every((one) => one === file) ? [] : missing;
}

const LATE = ' fetchpriority="low" crossorigin ';
const later = (file: string) => `  <link rel="modulepreload"${LATE}href="/${file}">\n  `;
const preload = (file: string) => `<link rel="modulepreload" crossorigin href="/${file}">`;

export default defineConfig({
  plugins: [
    firstThings(),
    react(),
    tailwindcss(),
    VitePWA({
      strategies: "injectManifest",
      srcDir: "src/sw",
      filename: "sw.ts",
      // The app registers the worker itself: an injected script would be one more file.
      injectRegister: false,
      manifest: false,
      injectManifest: { globPatterns: ["**/*.{js,css,html,svg,png,woff2,webmanifest}"] },
    }),
  ],
  resolve: { alias: { "@": source } },
  build: {
    outDir: "../src/tidings/web/app",
    emptyOutDir: true,
    target: "es2022",
    manifest: true,
    // The polyfill would be a script of its own that no current browser needs.
    modulePreload: { polyfill: false, resolveDependencies: missingFiles },
    // The content policy allows no data: fonts, so every asset stays a file.
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: { index: "index.html", first: "src/first.ts" },
      output: {
        // Few large files pack better than many small ones, and outlive our own changes.
        codeSplitting: {
          groups: [
            {
              name: "vendor",
              test: /node_modules\/(react|react-dom|scheduler|openapi-fetch|@tanstack\/(?!.*virtual).*)\//,
            },
            // It waits for nothing that is large.
            { name: "early", test: EARLY },
            // What every page of a reader needs; the rest follows the pages.
            { name: "parts", test: FIRST },
            // The list that most visits begin with.
            { name: "list", test: LIST },
            // Dozens of files of a few lines would each be packed, and asked for, alone.
            {
              name: "common",
              test: (id) =>
                (COMMON.test(id) && !SETTINGS.test(id) && !LATER.test(id)) || ICONS.test(id),
              minShareCount: 3,
            },
            { name: "settings", test: SETTINGS },
            { name: "following", test: FOLLOWING },
          ],
        },
      },
    },
  },
  server: { proxy: { "/api": { target: server, changeOrigin: true } } },
  test: { include: ["src/**/*.test.ts", "src/**/*.test.tsx"], environment: "node", css: true },
});
