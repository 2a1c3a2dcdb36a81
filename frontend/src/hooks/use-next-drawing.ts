import { startTransition, useEffect, useState } from "react";

/** False for the first drawing, true for the next, which begins at once. A deferred value
 * would not do: within a drawing that is deferred itself, React does not defer it again. */
export function useNextDrawing(): boolean {
  const [isNext, setNext] = useState(false);
  useEffect(() => startTransition(() => setNext(true)), []);
  return isNext;
}
