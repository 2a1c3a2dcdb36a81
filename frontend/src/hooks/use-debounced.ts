import { useEffect, useState } from "react";

/** Return a value once it has not changed for a while (milliseconds): for what is being typed. */
export function useDebounced<Value>(value: Value, pause: number): Value {
  const [debounced, setDebounced] = useState(value);
  const written = JSON.stringify(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(JSON.parse(written) as Value), pause);
    return () => clearTimeout(timer);
  }, [written, pause]);
  return debounced;
}
