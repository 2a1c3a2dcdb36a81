// What the keys do in a list and in the entry that is open in it.
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useLayoutEffect, useRef } from "react";
import type { RowActions } from "@/components/entries/row-actions";
import { type Handlers, useShortcuts } from "@/hooks/shortcuts";
import { useMarkAround } from "@/hooks/use-mark-around";
import { useNextPlace } from "@/hooks/use-next-place";
import type { ListEntry, Reading } from "@/hooks/use-reading";
import { useScopeUnread } from "@/hooks/use-scope-unread";
import { findFurther } from "@/lib/find-further";
import { useMessages } from "@/lib/i18n";
import { nextUnread, stepFrom } from "@/lib/list-rows";
import { isMarkable } from "@/lib/list-scope";
import { shownEntry } from "@/queries/shown";
import { toast } from "@/state/toasts";

const SCREENFUL = 0.85;

type Current = Pick<ListEntry, "id" | "url" | "read" | "starred" | "version">;

interface ListActions {
  markAll: () => Promise<void>;
  refresh: () => void;
}

export function useReadingKeys(
  reading: Reading,
  rowActions: RowActions,
  listActions: ListActions,
) {
  const around = useMarkAround(reading);
  const focusOn = useRowFocus(reading.cursorId);
  const goToNextUnread = useNextUnread(reading, focusOn);
  const { entries, cursorId, openId, list } = reading;
  const client = useQueryClient();
  const current = (): Current | null | undefined =>
    entries.find((one) => one.id === cursorId) ??
    // The list need not have it: read entries are not in a list of unread ones.
    (openId !== null && openId === cursorId ? shownEntry(client, openId) : null);

  const close = () => {
    if (openId === null) return false;
    focusOn(openId);
    reading.close();
  };
  const step = (by: number, go: (id: number) => void) => {
    const next = stepFrom(entries, cursorId, by);
    if (next === null) return by > 0 && list.hasNextPage ? void reading.loadMore() : false;
    focusOn(next.id);
    return go(next.id);
  };
  const move = (by: number) => (event?: KeyboardEvent) =>
    isArrowElsewhere(event) ? false : step(by, reading.moveTo);
  const withCurrent = (act: (entry: Current) => void) => () => {
    const entry = current();
    return entry ? act(entry) : false;
  };
  const handlers: Handlers = {
    nextEntry: () => step(1, reading.open),
    previousEntry: () => step(-1, reading.open),
    moveDown: move(1),
    moveUp: move(-1),
    nextUnread: () => (scrollEntry(1) ? undefined : goToNextUnread()),
    scrollBack: () => scrollEntry(-1),
    // On a link, Enter is the browser's own.
    openEntry: (event) =>
      event?.key === "Enter" && event.target instanceof HTMLAnchorElement
        ? false
        : withCurrent((entry) => reading.open(entry.id))(),
    closeEntry: close,
    openOriginal: withCurrent((entry) => {
      if (entry.url) open(entry.url, "_blank", "noopener,noreferrer");
    }),
    toggleRead: withCurrent(rowActions.toggleRead),
    toggleStar: withCurrent(rowActions.toggleStar),
    markAll: () => void listActions.markAll(),
    markAbove: withCurrent((entry) => around.above(entry.id)),
    markBelow: withCurrent((entry) => void around.below(entry.id)),
    toggleUnread: () => reading.change({ show: reading.scope.unread ? "all" : "unread" }),
    refresh: listActions.refresh,
  };
  useShortcuts(handlers);
  return { close };
}

/** Opens the next unread entry, loading more of the list if need be; by key, the focus
 * goes along. After the last one of a feed or folder, the next one with something unread is
 * shown. */
export function useNextUnread(reading: Reading, focusOn?: (id: number) => void) {
  const say = useMessages("reading");
  const isHere = useIsHere(reading);
  const unread = useScopeUnread(reading.scope);
  const goOn = useNextPlace();
  const { entries, cursorId, list, loadMore, open, scope } = reading;
  const leave = () => {
    if (!goOn()) toast({ key: "all-read", text: say("nothingUnread") });
  };
  const show = (id: number) => {
    focusOn?.(id);
    open(id);
  };
  return async () => {
    const find = (among: readonly ListEntry[]) => nextUnread(among, cursorId);
    const next = find(entries);
    if (next) return show(next.id);
    // Where they are counted, nobody need look for what is not there.
    const isWorthLooking = list.hasNextPage && (unread > 0 || !isMarkable(scope));
    const found = isWorthLooking
      ? await findFurther({ loadMore, find, isWanted: isHere })
      : "none";
    if (found === "none") leave();
    else if (found === "failed") toast({ key: "all-read", text: say("moreFailed") });
    else if (found) show(found.found.id);
  };
}

/** Returns a function that says, some time later, whether the reader is still there. */
function useIsHere({ scope, cursorId }: Reading): () => boolean {
  const here = `${JSON.stringify(scope)} ${cursorId}`;
  const latest = useRef<string | null>(here);
  useLayoutEffect(() => {
    latest.current = here;
    return () => {
      latest.current = null;
    };
  }, [here]);
  return () => latest.current === here;
}

/** Moves the focus to a row once it is the current one, and rendered. */
function useRowFocus(cursorId: number | null): (id: number) => void {
  const wanted = useRef<number | null>(null);
  useEffect(() => {
    const id = wanted.current;
    if (id === null || id !== cursorId) return;
    wanted.current = null;
    focusRow(id);
  }, [cursorId]);
  return (id) => {
    wanted.current = id;
    if (id !== cursorId) return;
    // It is current already: only the focus is elsewhere.
    wanted.current = null;
    focusRow(id);
  };
}

/** Tries for some frames: below an entry that is just being closed the list is still inert. */
function focusRow(id: number, tries = 30): void {
  requestAnimationFrame(() => {
    const row = document.querySelector<HTMLElement>(`[data-entry-link="${id}"]`);
    if (row && !row.closest("[inert]")) row.focus({ preventScroll: true });
    else if (tries > 0) focusRow(id, tries - 1);
  });
}

function isArrowElsewhere(event: KeyboardEvent | undefined): boolean {
  if (!event?.key.startsWith("Arrow")) return false;
  return !(event.target instanceof Element && event.target.closest("[data-entry-list]"));
}

/** Scroll the open entry by a screenful. Returns false if there is no further to go. */
function scrollEntry(direction: 1 | -1): boolean {
  const entry = document.querySelector("[data-entry-scroller]");
  if (!entry) return false;
  const { scrollTop, clientHeight, scrollHeight } = entry;
  const isAtEnd = direction > 0 ? scrollTop + clientHeight >= scrollHeight - 4 : scrollTop <= 0;
  const behavior = isStill() ? "instant" : "smooth";
  if (!isAtEnd) entry.scrollBy({ top: direction * clientHeight * SCREENFUL, behavior });
  return !isAtEnd;
}

/** Returns whether the reader, or the system, wants nothing to move by itself. */
function isStill(): boolean {
  const isAsked = document.documentElement.dataset.motion === "none";
  return isAsked || matchMedia("(prefers-reduced-motion: reduce)").matches;
}
