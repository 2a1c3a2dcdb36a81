import { type FocusEvent, useLayoutEffect, useRef } from "react";

/** For what can change or vanish under one's hands. When what has the focus goes away or is
    switched off, its row (`li`) has the focus, or the row that takes its place; where there
    are no rows, the whole has it. Put what this returns on an element that stays, with
    `tabIndex={-1}`. */
export function useKeptFocus<Kept extends HTMLElement = HTMLDivElement>() {
  const ref = useRef<Kept>(null);
  const held = useRef<{ row: Element | undefined; place: number } | null>(null);
  useLayoutEffect(() => {
    const { activeElement, body } = document;
    const isLost =
      !activeElement || activeElement === body || activeElement.matches(":disabled");
    if (!isLost || !ref.current || !held.current) return;
    const { row, place } = held.current;
    const rows = [...ref.current.querySelectorAll("li")];
    const next = row?.isConnected ? row : rows[Math.min(place, rows.length - 1)];
    const target = next?.querySelector<HTMLElement>("button:not(:disabled), a[href]");
    (target ?? ref.current).focus();
  });
  const onFocus = (event: FocusEvent<Kept>) => {
    const rows = [...event.currentTarget.querySelectorAll("li")];
    const place = rows.findIndex((one) => one.contains(event.target));
    held.current = { row: rows[place], place };
  };
  // Not fired for what is taken away, only of what one leaves.
  const onBlur = () => {
    held.current = null;
  };
  return { ref, onFocus, onBlur };
}
