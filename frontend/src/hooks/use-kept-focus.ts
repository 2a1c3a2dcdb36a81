import { type FocusEvent, useLayoutEffect, useRef } from "react";

/** For lists whose rows can vanish under one's hands: focus goes to the next row, not away.
    Put `ref`, `onFocus` and `tabIndex={-1}` on what stays when the last row (`li`) is gone. */
export function useKeptFocus<Kept extends HTMLElement = HTMLDivElement>(count: number) {
  const ref = useRef<Kept>(null);
  const place = useRef(-1);
  const before = useRef(count);
  useLayoutEffect(() => {
    const hasShrunk = count < before.current;
    before.current = count;
    const isLost = document.activeElement === document.body || !document.activeElement;
    if (!hasShrunk || !isLost || !ref.current || place.current < 0) return;
    const rows = [...ref.current.querySelectorAll("li")];
    const next = rows[Math.min(place.current, rows.length - 1)];
    const target = next?.querySelector<HTMLElement>("button:not(:disabled), a[href]");
    (target ?? ref.current).focus();
  }, [count]);
  const onFocus = (event: FocusEvent<Kept>) => {
    const rows = [...event.currentTarget.querySelectorAll("li")];
    const here = rows.findIndex((row) => row.contains(event.target));
    if (here >= 0) place.current = here;
  };
  return { ref, onFocus };
}
