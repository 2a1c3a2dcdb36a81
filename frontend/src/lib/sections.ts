// Pages with a list of pages inside: what their tabs and the palette lead to. The pages
// themselves are in src/pages.ts; a title is a message of the section.
import type { LazyAreas } from "@/messages/areas";
import type { PlainKey } from "./messages";

export type SectionName = "settings" | "manage" | "admin";

export type TitleIn<Name extends SectionName> = PlainKey<LazyAreas[Name]>;

/** Pages that belong together; null: without a title of their own. */
export interface Group<Name extends SectionName> {
  title: TitleIn<Name> | null;
  pages: readonly TitleIn<Name>[];
}

export type Sections = { readonly [Name in SectionName]: readonly Group<Name>[] };

export function pagesIn<Name extends SectionName>(sections: Sections, name: Name) {
  return sections[name].flatMap((group) => group.pages);
}
