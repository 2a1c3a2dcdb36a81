// Starts the app. Look and language are there already: see first.ts.
import { startTransition } from "react";
import { createRoot } from "react-dom/client";
import "./styles/app.css";
import { keepKeys } from "./hooks/early-keys";
import { loadLanguage } from "./lib/essential-messages";
import { chooseLanguage } from "./lib/languages";
import { pause } from "./lib/pause";
import { recalledPreferences } from "./lib/recalled";

keepKeys(window);
const language = chooseLanguage(recalledPreferences().language, navigator.languages);
// Tasks of their own: in one with the libraries they would hold up fingers and keys.
const [{ App, loadFirstPage }] = await Promise.all([import("./app"), loadLanguage(language)]);
await pause(0);
await loadFirstPage();
const element = document.getElementById("root");
if (element) {
  const root = createRoot(element);
  // In pieces, between which the browser can answer to fingers and keys.
  startTransition(() => root.render(<App firstLanguage={language} />));
}
