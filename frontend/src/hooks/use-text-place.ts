// One's place in a long entry: kept while one scrolls, here and for other devices, and gone
// back to when the entry is opened again.
import { type RefObject, useEffect } from "react";
import type { Entry } from "@/api/types";
import { useMessages } from "@/lib/i18n";
import { isLong, isWorthSending, newestPlace, placeLeft } from "@/lib/text-place";
import { placeNow, sendPlace } from "@/queries/text-places";
import { recallTextPlace, rememberTextPlace } from "@/state/text-places";
import { toast } from "@/state/toasts";
import { lineAt, shareAbove } from "./text-position";

const BARS = 64; // what lies over the top of the text
const SETTLED = 200; // milliseconds without scrolling
const RESTED = 4_000;
const END = 40; // pixels
const BY_HAND = ["wheel", "touchstart", "pointerdown", "keydown"] as const;

/** `html`: when another text is shown, one stays at about the same place in it. */
export function useTextPlace(
  pane: RefObject<HTMLElement | null>,
  entry: Entry,
  html: string,
): void {
  const say = useMessages("entry");
  const { id } = entry;
  const noted = entry.place ?? null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: words change only with the language
  useEffect(() => {
    const scroller = pane.current?.closest<HTMLElement>("[data-entry-scroller]");
    const text = pane.current?.querySelector<HTMLElement>(".prose");
    if (!scroller || !text) return;
    const view = { id, scroller, text };
    const stopReturning = goBack(
      view,
      newestPlace(noted, recallTextPlace(id))?.place ?? 0,
      () =>
        toast({
          key: "place-in-text",
          text: say("whereYouLeft"),
          action: { label: say("toTheTop"), onClick: () => scroller.scrollTo({ top: 0 }) },
        }),
    );
    const stopKeeping = keep(view, noted?.place ?? 0);
    return () => {
      stopReturning();
      stopKeeping();
    };
  }, [id, html, noted?.at]);
}

interface View {
  id: number;
  scroller: HTMLElement;
  text: HTMLElement;
}

const lineOf = (scroller: HTMLElement) => scroller.getBoundingClientRect().top + BARS;

/** Goes to a place, and again whenever the text moves, until the reader does anything. */
function goBack({ scroller, text }: View, place: number, onThere: () => void): () => void {
  let isFirst = true;
  const go = () => {
    if (place === 0 || !isLong(text.offsetHeight, scroller.clientHeight)) return;
    const by = lineAt(text, place) - lineOf(scroller);
    scroller.scrollBy({ top: by, behavior: "instant" });
    if (isFirst && Math.abs(by) > scroller.clientHeight / 2) onThere();
    isFirst = false;
  };
  const moves = new ResizeObserver(go);
  const stop = () => {
    moves.disconnect();
    for (const kind of BY_HAND) removeEventListener(kind, stop, true);
  };
  go();
  if (place > 0) {
    moves.observe(text);
    for (const kind of BY_HAND) {
      addEventListener(kind, stop, { capture: true, passive: true });
    }
  }
  return stop;
}

/** Notes the place in this browser at once, and on the server when the reader rests. */
function keep({ id, scroller, text }: View, known: number): () => void {
  let settling: ReturnType<typeof setTimeout> | undefined;
  let resting: ReturnType<typeof setTimeout> | undefined;
  let here: number | null = null;
  let sent = known;
  const settle = () => {
    if (settling === undefined) return;
    clearTimeout(settling);
    settling = undefined;
    if (!text.isConnected || !isLong(text.offsetHeight, scroller.clientHeight)) return;
    const { scrollTop, clientHeight, scrollHeight } = scroller;
    const isAtEnd = scrollTop + clientHeight >= scrollHeight - END;
    here = placeLeft(shareAbove(text, lineOf(scroller)), isAtEnd);
    rememberTextPlace(id, placeNow(here));
  };
  const send = () => {
    clearTimeout(resting);
    settle();
    if (here === null || !isWorthSending(here, sent)) return;
    sent = here;
    void sendPlace(id, placeNow(here));
  };
  const onScroll = () => {
    clearTimeout(settling);
    clearTimeout(resting);
    settling = setTimeout(settle, SETTLED);
    resting = setTimeout(send, RESTED);
  };
  scroller.addEventListener("scroll", onScroll, { passive: true });
  addEventListener("pagehide", send);
  return () => {
    scroller.removeEventListener("scroll", onScroll);
    removeEventListener("pagehide", send);
    send();
  };
}
