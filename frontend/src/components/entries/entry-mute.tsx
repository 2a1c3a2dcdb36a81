import { Link } from "@tanstack/react-router";
import { BellOff } from "lucide-react";
import type { Entry } from "@/api/types";
import { MenuItem, MenuLine } from "@/components/ui/menu-items";
import { useMessages } from "@/lib/i18n";
import { type RuleSource, wordsOfTitle } from "@/lib/rule-draft";

const MOST = 2; // words, and categories

/** Rules that could be made from an entry; the form opens filled in. */
export function EntryMute({ entry }: { entry: Entry }) {
  const say = useMessages("entry");
  const { author, title, categories } = entry;
  const offered: [RuleSource, string][] = [
    ...(author ? [[{ author }, say("muteAuthor", { name: author })] as const] : []),
    ...wordsOfTitle(title, MOST).map((word) => [{ word }, say("muteWord", { word })] as const),
    ...categories.slice(0, MOST).map((tag) => [{ tag }, say("muteTag", { tag })] as const),
  ].map(([source, label]) => [source, label]);
  if (offered.length === 0) return null;
  return (
    <>
      <MenuLine />
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset has no place in a menu */}
      <div role="group" aria-label={say("makeRule")}>
        {offered.map(([source, label]) => (
          <MenuItem
            key={label}
            icon={BellOff}
            link={<Link to="/manage/rules" search={{ rule: "new", ...source } as never} />}
          >
            {label}
          </MenuItem>
        ))}
      </div>
    </>
  );
}
