import { startTransition, useEffect, useState } from "react";

/** False for the first render, true for the next, which begins at once. A deferred value
 * would not do: within a render that is deferred itself, React does not defer it again. */
export function useNextRender(): boolean {
  const [isNext, setNext] = useState(false);
  useEffect(() => startTransition(() => setNext(true)), []);
  return isNext;
}
