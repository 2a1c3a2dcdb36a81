// Starts the app: look and language first, so that the first drawing is already right.
import { createRoot } from "react-dom/client";
import "./styles/app.css";
import { App } from "./app";
import { keepKeys } from "./hooks/early-keys";
import { showAppearance } from "./hooks/use-appearance";
import { loadLanguage } from "./lib/i18n";
import { chooseLanguage } from "./lib/languages";
import { recall } from "./lib/local-store";
import { recalledPreferences } from "./queries/preferences";

keepKeys(window);
const preferences = recalledPreferences();
const language = chooseLanguage(preferences.language, navigator.languages);
showAppearance(preferences, matchMedia("(prefers-color-scheme: dark)").matches);
// Whoever was here before will most likely see the lists: they load beside the language and
// the question who it is, not after them.
if (recall("account")) {
  void Promise.allSettled([
    import("./components/layout/shell"),
    import("./routes/reading/reading-page"),
  ]);
}
await loadLanguage(language);
const root = document.getElementById("root");
if (root) createRoot(root).render(<App firstLanguage={language} />);
