// What a page other than a list is made of. The very first script asks for it, so that it
// comes along with the app and not after it.
import type { Language } from "./languages";
import { hasArea, loadArea } from "./message-areas";

const pages = import.meta.glob([
  "@/routes/{forgot-password,login,register,reset-password}.tsx",
  "@/routes/{health,highlights,share,stories,subscribe}.tsx",
  "@/routes/{admin,manage,settings}/*.tsx",
]);

/** Load the scripts and the messages of the page at a path; failing is for others to tell. */
export function loadPageParts(path: string, language: Language): void {
  const [section = "", page = ""] = path.split("/").slice(1);
  load(
    [section, `${section}/${section}-page`, `${section}/${page}`],
    [section, page],
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
