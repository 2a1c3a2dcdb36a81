// Keys pressed before the shortcuts are loaded are not lost: the first script keeps them, and
// they are pressed again once somebody listens.
type Listener = (event: KeyboardEvent) => void;

const TYPED_INTO = "input, textarea, select, [contenteditable]";
const MOST = 20;
const OLD = 5_000; // whoever waited that long has given up
const PACE = 60; // as fingers do it: one key may change what the next one means

const kept: KeyboardEvent[] = [];

function keep(event: Event): void {
  // What is typed is nobody's business, least of all a password.
  if (event.target instanceof Element && event.target.closest(TYPED_INTO)) return;
  kept.push(event as KeyboardEvent);
  if (kept.length > MOST) kept.shift();
}

export function keepKeys(page: EventTarget): void {
  page.addEventListener("keydown", keep);
}

/** `listener` receives the kept keys, then those pressed later. Return what ends it. */
export function listenToKeys(page: EventTarget, listener: Listener): () => void {
  const handler = listener as EventListener;
  const next = () => {
    const event = kept.shift();
    if (event) {
      if (performance.now() - event.timeStamp < OLD) listener(event);
      timer = setTimeout(next, PACE);
      return;
    }
    page.removeEventListener("keydown", keep);
    page.addEventListener("keydown", handler);
  };
  // Shortcuts that are rendered together with this one are there a moment later.
  let timer = setTimeout(next);
  return () => {
    clearTimeout(timer);
    page.removeEventListener("keydown", handler);
    keepKeys(page);
  };
}
