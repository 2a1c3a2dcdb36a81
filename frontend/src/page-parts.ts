// What the very first script finds in the list of pages: what the page at an address looks
// like, and what it is made of, so that it comes along with the app and not after it.
import type { Language } from "./lib/languages";
import { placeOf } from "./lib/list-scope";
import { hasArea, loadArea } from "./lib/message-areas";
import type { SectionName } from "./lib/sections";
import { BEFORE_SIGN_IN, PAGES, type PageParts, pagesInside, SECTIONS } from "./pages";

/** A list of entries, another page of the app, or one before signing in. */
export type Frame = "list" | "page" | "signed-out";

export function frameOf(path: string, isReader: boolean): Frame {
  if (!isReader || path in BEFORE_SIGN_IN) return "signed-out";
  return placeOf(path) === null ? "page" : "list";
}

/** Return the page at a path, after the one it is in. */
export function partsAt(path: string): PageParts[] {
  const [head = "", name = ""] = path.split("/").slice(1);
  if (!Object.hasOwn(SECTIONS, head)) {
    const found = PAGES[path] ?? PAGES[`/${head}/$id`];
    return found ? [found] : [];
  }
  const inside = pagesInside(head);
  const { frame } = SECTIONS[head as SectionName];
  return [frame, inside[name || (Object.keys(inside)[0] ?? "")]].filter(
    (one) => one !== undefined,
  );
}

/** Load the scripts and the messages of the page at a path; showing failures is for others. */
export function loadPageParts(path: string, language: Language): void {
  const parts = partsAt(path);
  const areas = [...path.split("/"), ...parts.flatMap((one) => one.areas ?? [])];
  load(parts, areas, language);
}

/** The same before signing in: whoever must is led there from any other page. */
export function loadSignedOutParts(path: string, language: Language): void {
  const parts = BEFORE_SIGN_IN[path] ?? BEFORE_SIGN_IN["/login"];
  load(parts ? [parts] : [], ["auth"], language);
}

function load(parts: PageParts[], areas: string[], language: Language): void {
  const loading = [
    ...parts.map((one) => one.load()),
    ...areas.filter((area) => hasArea(language, area)).map((area) => loadArea(language, area)),
  ];
  for (const one of loading) one.catch(() => undefined);
}
