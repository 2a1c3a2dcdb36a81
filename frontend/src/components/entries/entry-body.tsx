import { memo, useEffect, useLayoutEffect, useRef } from "react";
import { useMessages } from "@/lib/i18n";
import { asksToPlay } from "@/lib/players";
import { usePictureMode, usePreferences } from "@/queries/preferences";
import { watchPictures } from "./enrich-pictures";
import { playInPlace } from "./enrich-players";
import { enrich, followInside } from "./entry-enrich";
import { type PaintedMark, paint } from "./highlights-dom";
import { useShare } from "./share-toast";

interface EntryBodyProps {
  html: string;
  /** Stands above already: a heading that only repeats it is not shown. */
  title?: string;
  language: string | null;
  marks?: readonly PaintedMark[];
  /** Which marks have their passage in this text. */
  onPainted?: (ids: Set<string>) => void;
  onOpenMark?: (id: string) => void;
  onReady?: (root: HTMLElement | null) => void;
}

const NONE: readonly PaintedMark[] = [];

/** The one place where a feed's HTML becomes part of the page. The server has sanitised it. */
export const EntryBody = memo(function EntryBody({
  html,
  title = "",
  language,
  marks = NONE,
  onPainted,
  onOpenMark,
  onReady,
}: EntryBodyProps) {
  const root = useRef<HTMLDivElement>(null);
  const { justify } = usePreferences();
  const pictures = usePictureMode();
  useEnriched(root, html, title);
  // biome-ignore lint/correctness/useExhaustiveDependencies: new HTML has no marks in it
  useLayoutEffect(() => {
    if (root.current) onPainted?.(paint(root.current, marks));
  }, [html, marks, onPainted]);
  useEffect(() => {
    onReady?.(root.current);
    return () => onReady?.(null);
  }, [onReady]);
  useEffect(() => {
    const element = root.current;
    const open = (event: Event) => {
      const mark = (event.target as Element).closest<HTMLElement>("mark[data-highlight]");
      if (!mark || !isActivation(event) || !document.getSelection()?.isCollapsed) return;
      event.preventDefault();
      onOpenMark?.(mark.dataset.highlight ?? "");
    };
    element?.addEventListener("click", open);
    element?.addEventListener("keydown", open);
    return () => {
      element?.removeEventListener("click", open);
      element?.removeEventListener("keydown", open);
    };
  }, [onOpenMark]);
  return (
    <div
      ref={root}
      tabIndex={-1}
      dir="auto"
      lang={language ?? undefined}
      data-justify={justify}
      data-pictures={pictures}
      className="prose"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the server, and only here
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
});

function isActivation(event: Event): boolean {
  if (!(event instanceof KeyboardEvent)) return !(event.target as Element).closest("a");
  return event.key === "Enter" || event.key === " ";
}

function useEnriched(
  root: React.RefObject<HTMLElement | null>,
  html: string,
  title: string,
): void {
  const say = useMessages("entry");
  const { openLinksInNewTab } = usePreferences();
  const mode = usePictureMode();
  const words = {
    copyCode: say("copyCode"),
    code: say("code"),
    table: say("table"),
    playAt: say("playAt", { host: "{host}" }),
    openAt: say("openAt", { host: "{host}" }),
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: words change only with the language, and then nothing is lost
  useLayoutEffect(() => {
    if (!root.current) return;
    const pictures = {
      mode,
      words: {
        enlarge: say("enlarge"),
        missing: say("missingPicture"),
        showPicture: say("showPicture"),
      },
    };
    enrich(root.current, { newTab: openLinksInNewTab, title, pictures, words });
    return watchPictures(root.current, pictures);
  }, [html, title, openLinksInNewTab, mode]);
  const { copy } = useShare();
  const latest = useRef(copy);
  useLayoutEffect(() => {
    latest.current = copy;
  });
  const latestWords = useRef(words);
  useLayoutEffect(() => {
    latestWords.current = words;
  });
  useEffect(() => {
    const element = root.current;
    const onClick = (event: MouseEvent) => {
      const target = event.target as Element;
      const link = target.closest("a");
      if (element && link && followInside(element, link)) event.preventDefault();
      if (link?.matches(".tidings-player") && asksToPlay(event)) {
        event.preventDefault();
        playInPlace(link, latestWords.current);
      }
      const code = target.closest("[data-copy]")?.parentElement?.querySelector("pre");
      if (code) void latest.current(code.textContent ?? "");
    };
    element?.addEventListener("click", onClick);
    return () => element?.removeEventListener("click", onClick);
  }, [root]);
}
