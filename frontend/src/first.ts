// The very first script, small and alone: the look before anything is rendered, and the first
// questions while the app itself is still loading.

import { earlyRequests } from "./api/early";
import { showAppearance } from "./lib/appearance";
import { firstQuestions, OPTIONS_ADDRESS } from "./lib/early";
import { loadLanguage } from "./lib/essential-messages";
import { chooseLanguage } from "./lib/languages";
import { recall } from "./lib/local-store";
import { recalledPreferences } from "./lib/recalled";
import { frameOf, loadPageParts, loadSignedOutParts } from "./page-parts";

const preferences = recalledPreferences();
showAppearance(preferences, matchMedia("(prefers-color-scheme: dark)").matches);

const { dataset, style } = document.documentElement;
// The server says so to whoever brings a session; if it was not asked for the page, this
// browser may remember one.
const isKept = Boolean(navigator.serviceWorker?.controller);
const isReader = dataset.frame === "list" || (isKept && recall("account") !== null);
const frame = frameOf(location.pathname, isReader);
dataset.frame = frame;
for (const pane of ["sidebar-width", "list-width"]) {
  const width = recall(pane);
  if (typeof width === "number") style.setProperty(`--${pane}`, `${width}px`);
}
const language = chooseLanguage(preferences.language, navigator.languages);
void loadLanguage(language);
if (frame === "page") loadPageParts(location.pathname, language);
if (frame === "signed-out") {
  loadSignedOutParts(location.pathname, language);
  earlyRequests.ask([OPTIONS_ADDRESS]);
} else earlyRequests.ask(firstQuestions(location, preferences));
