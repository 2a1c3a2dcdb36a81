import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import type { IndexHtmlTransformContext, Plugin } from "vite";
import { VitePWA } from "vite-plugin-pwa";
import { defineConfig } from "vitest/config";
import { chunkGroups } from "./chunks.ts";

const source = fileURLToPath(new URL("./src", import.meta.url));
const server = process.env.TIDINGS_DEV_SERVER ?? "http://127.0.0.1:8080";

const path = (file: string) => `${source}/${file}`;
const FIRST = path("first.ts");
const ENTRY_POINTS = {
  first: FIRST,
  main: path("main.tsx"),
  app: path("app.tsx"),
  list: path("routes/reading/first-pages.ts"),
  beforeSignIn: ["login", "register", "forgot-password", "reset-password"].map((page) =>
    path(`routes/${page}.tsx`),
  ),
  isOfSection: (page: string) => /src\/routes\/(admin|manage|settings)\//.test(page),
};

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
          (part) => part.type === "chunk" && part.moduleIds.includes(FIRST),
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

/** Return what only the second script needs, and the page does not ask for yet: also the file
 * of one line by which that script asks for the app, once it has waited for the libraries. */
function appFiles(bundle: Bundle | undefined, html: string): string[] {
  const needed = Object.values(bundle ?? {}).flatMap((part) =>
    part.type === "chunk" && part.name === "app" ? [part.fileName, ...part.imports] : [],
  );
  return [...new Set(needed)].filter((file) => !html.includes(file));
}

// Every page asks for these itself.
const ON_EVERY_PAGE = /assets\/(vendor|rolldown-runtime|early|app)-/;

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
        codeSplitting: { groups: chunkGroups(ENTRY_POINTS) },
      },
    },
  },
  server: { proxy: { "/api": { target: server, changeOrigin: true } } },
  test: {
    include: ["src/**/*.test.ts", "src/**/*.test.tsx"],
    environment: "node",
    css: true,
    testTimeout: 60_000,
  },
});
