import { useNavigate } from "@tanstack/react-router";
import { BookmarkPlus, CircleHelp } from "lucide-react";
import {
  type FormEvent,
  type KeyboardEvent,
  lazy,
  Suspense,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { controlClasses } from "@/components/ui/field";
import { IconButton } from "@/components/ui/icon-button";
import type { Reading } from "@/hooks/use-reading";
import { useSearchNames } from "@/hooks/use-search-names";
import { useTypedSearch } from "@/hooks/use-typed-search";
import { useMessages } from "@/lib/i18n";
import { noteSearch } from "@/lib/recent-searches";
import { narrowed, type Suggestion, suggestionsFor, takeSuggestion } from "@/lib/search-query";
import { SearchFound } from "./search-found";
import { Suggestions } from "./search-suggestions";

const SaveSearch = lazy(() =>
  import("./search-save").then((part) => ({ default: part.SaveSearch })),
);
const SearchHelpDialog = lazy(() =>
  import("./search-help").then((part) => ({ default: part.SearchHelpDialog })),
);

const MOST = 7;

/** Where a search is typed; the address holds it once it rests or is sent. */
export function SearchBox({ reading }: { reading: Reading }) {
  const say = useMessages("reading");
  const navigate = useNavigate();
  const names = useSearchNames();
  const input = useRef<HTMLInputElement>(null);
  const listId = useId();
  const { q, within } = reading.scope;
  const go = (query: string, replace: boolean) =>
    void navigate({
      to: "/search",
      search: { ...(query ? { q: query } : {}), ...(within ? { within } : {}) },
      replace,
    });
  const { text, setText, typed, send } = useTypedSearch(q, go);
  const [caret, setCaret] = useState<number | null>(null); // null: no suggestions wanted
  const [chosen, setChosen] = useState(-1);
  const [opened, setOpened] = useState<"save" | "help" | null>(null);
  // Before the next letter is typed, and so before the next frame.
  const placeAt = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (placeAt.current === null) return;
    input.current?.setSelectionRange(placeAt.current, placeAt.current);
    placeAt.current = null;
  });
  const found = caret === null ? [] : suggestionsFor(text, caret, names, MOST);

  const search = (event: FormEvent) => {
    event.preventDefault();
    setCaret(null);
    noteSearch(text.trim());
    send();
  };
  const take = (suggestion: Suggestion) => {
    const next = takeSuggestion(text, caret ?? text.length, suggestion);
    typed(next.text);
    setCaret(next.caret);
    setChosen(-1);
    placeAt.current = next.caret;
  };
  const handleKey = (event: KeyboardEvent) => {
    if (found.length === 0) return leaveByEscape(event);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const taken = event.key === "Enter" || event.key === "Tab" ? found[chosen] : undefined;
    if (step) setChosen((chosen + step + found.length + 1) % (found.length + 1));
    else if (taken) take(taken);
    else if (event.key === "Escape") setCaret(null);
    else return;
    event.preventDefault();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Keys by which an input method chooses letters are its own.
    if (!event.nativeEvent.isComposing) handleKey(event);
  };
  return (
    <search className="relative flex flex-wrap items-center gap-1 border-b border-line py-2 ps-4 pe-2">
      <form onSubmit={search} className="min-w-0 flex-1">
        <input
          ref={input}
          data-search-box
          type="search"
          role="combobox"
          enterKeyHint="search"
          autoComplete="off"
          spellCheck={false}
          // biome-ignore lint/a11y/noAutofocus: one comes to this page to type
          autoFocus={q === ""}
          aria-label={say("searchPlaceholder")}
          aria-expanded={found.length > 0}
          aria-controls={listId}
          aria-activedescendant={chosen >= 0 ? `${listId}-${chosen}` : undefined}
          placeholder={say("searchPlaceholder")}
          value={text}
          onChange={(event) => {
            // Letters that an input method is still choosing are no search.
            if ((event.nativeEvent as InputEvent).isComposing) setText(event.target.value);
            else typed(event.target.value);
            setCaret(event.target.selectionStart);
            setChosen(-1);
          }}
          onCompositionEnd={(event) => typed(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          onBlur={() => setCaret(null)}
          className={controlClasses}
        />
      </form>
      {q !== "" && (
        <IconButton
          icon={BookmarkPlus}
          label={say("saveSearch")}
          onClick={() => setOpened("save")}
        />
      )}
      <IconButton
        icon={CircleHelp}
        label={say("searchHelp")}
        onClick={() => setOpened("help")}
      />
      <Suggestions id={listId} found={found} chosen={chosen} onTake={take} />
      <SearchFound reading={reading} />
      <Suspense>
        {opened === "save" && (
          <SaveSearch
            query={narrowed(q, within ? [within] : [])}
            onClose={() => setOpened(null)}
          />
        )}
        {opened === "help" && <SearchHelpDialog onClose={() => setOpened(null)} />}
      </Suspense>
    </search>
  );
}

/** Out of the field, the keys of the list work again. */
function leaveByEscape({ key }: KeyboardEvent): void {
  if (key === "Escape") document.getElementById("content")?.focus();
}
