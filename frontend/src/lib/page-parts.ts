// What a page other than a list is made of. The very first script asks for it, so that it
// comes along with the app and not after it.
import type { Language } from "./languages";
import { hasArea, loadArea } from "./message-areas";

const pages = import.meta.glob([
  "@/routes/{forgot-password,login,register,reset-password}.tsx",
  "@/routes/{health,highlights,share,stories,subscribe}.tsx",
  "@/routes/{admin,manage,settings}/*.tsx",
]);

// Messages of other areas that a page shows too.
const BESIDE: Readonly<Record<string, string[]>> = {
  health: ["charts"],
  highlights: ["entry"],
  "admin/ai": ["account", "charts"],
  "admin/overview": ["charts", "health"],
  "manage/subscriptions": ["health"],
  "settings/account": ["auth"],
  "settings/ai": ["charts"],
  "settings/data": ["subscribe"],
  "settings/sessions": ["account"],
  "settings/tokens": ["account"],
};

/** Load the scripts and the messages of the page at a path; failing is for others to tell. */
export function loadPageParts(path: string, language: Language): void {
  const [section = "", page = ""] = path.split("/").slice(1);
  const name = page ? `${section}/${page}` : section;
  load(
    [section, `${section}/${section}-page`, name],
    [section, page, ...(BESIDE[name] ?? [])],
    language,
  );
}

/** The same for a door. Whoever must sign in is led to it from any other page. */
export function loadDoorParts(path: string, language: Language): void {
  const name = path === "/invite" ? "register" : path.slice(1);
  load([pages[fileOf(name)] ? name : "login"], ["auth"], language);
}

function load(files: string[], areas: string[], language: Language): void {
  const parts = [
    ...files.map((file) => pages[fileOf(file)]?.()),
    ...areas.filter((area) => hasArea(language, area)).map((area) => loadArea(language, area)),
  ];
  for (const part of parts) part?.catch(() => undefined);
}

const fileOf = (name: string) => `/src/routes/${name}.tsx`;
