// What a page other than a list is made of. The very first script asks for it, so that it
// comes along with the app and not after it.
import type { Language } from "./languages";
import { hasArea, loadArea } from "./message-areas";

const pages = import.meta.glob([
  "@/routes/{health,highlights,share,stories,subscribe}.tsx",
  "@/routes/{admin,manage,settings}/*.tsx",
]);

/** Load the scripts and the messages of the page at a path; failing is for others to tell. */
export function loadPageParts(path: string, language: Language): void {
  const [section = "", page = ""] = path.split("/").slice(1);
  const files = [section, `${section}/${section}-page`, `${section}/${page}`];
  const areas = [section, page].filter((area) => hasArea(language, area));
  const parts = [
    ...files.map((file) => pages[`/src/routes/${file}.tsx`]?.()),
    ...areas.map((area) => loadArea(language, area)),
  ];
  for (const part of parts) part?.catch(() => undefined);
}
