import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { VitePWA } from "vite-plugin-pwa";
import { defineConfig } from "vitest/config";

const source = fileURLToPath(new URL("./src", import.meta.url));
const server = process.env.TIDINGS_DEV_SERVER ?? "http://127.0.0.1:8080";

// Parts of the first list that other pages share: alone, each would be a request of its own.
const FIRST =
  /src\/(components\/(ui\/(button|class-names|empty-state|error-state|error-text|float|icon-button|menu|menu-behaviour|menu-items|skeleton|spinner|tooltip)|layout\/(page|page-states|pane-divider|shell-context)|offline\/needs-network|feeds\/feed-icon|entries\/(audio-dock|time-ago))|hooks\/(early-keys|use-caught-focus|use-mark-all|use-mark-around|use-needs-network)|lib\/removal|routes\/guards)\.tsx?$|lucide-react\/.*\/(bookmark|circle-user|folder|highlighter|newspaper|search|search-x)\.m?js$/;
const COMMON = /src\/(api|lib|queries|hooks|realtime)\//;
// Shared by several pages, but not needed for the first list: they follow who needs them.
const LATER =
  /src\/(lib\/(tree-moves|entry-ai|highlights|auth-errors|passages|enclosures|user-agent)|queries\/(managing|feed-changes|subscribing|highlights|push|storage)|hooks\/use-tree-drag)\.tsx?$/;
// Shared by many pages, but by none that one reads on.
const SETTINGS =
  /src\/(queries\/(admin|ai|ai-tasks|credentials|follow-job|health|managing|profile|push|rules|use-change|webhooks)|lib\/(chart-scale|clean-ups|feed-health|folder-paths|import-report|ledger|match-words|rule-draft|summary-languages|user-agent)|hooks\/use-kept-focus)\.ts$/;

export default defineConfig({
  plugins: [
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
    modulePreload: { polyfill: false },
    // The content policy allows no data: fonts, so every asset stays a file.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // Few large files pack better than many small ones, and outlive our own changes.
        codeSplitting: {
          groups: [
            {
              name: "vendor",
              test: /node_modules\/(react|react-dom|scheduler|openapi-fetch|@tanstack\/(?!.*virtual).*)\//,
            },
            // What every page of a reader needs; the rest follows the pages.
            { name: "parts", test: FIRST },
            {
              name: "common",
              test: (id) => COMMON.test(id) && !SETTINGS.test(id) && !LATER.test(id),
              minShareCount: 3,
            },
            { name: "settings", test: SETTINGS },
            // Dozens of files of a few lines would each be packed alone.
            { name: "icons", test: /node_modules\/lucide-react\//, minShareCount: 3 },
          ],
        },
      },
    },
  },
  server: { proxy: { "/api": { target: server, changeOrigin: true } } },
  test: { include: ["src/**/*.test.ts", "src/**/*.test.tsx"], environment: "node", css: true },
});
