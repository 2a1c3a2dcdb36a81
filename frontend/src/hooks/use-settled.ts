import { useEffect, useState } from "react";

/** Return a value once it has not changed for a while (milliseconds): for what is being typed. */
export function useSettled<Value>(value: Value, pause: number): Value {
  const [settled, setSettled] = useState(value);
  const written = JSON.stringify(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(JSON.parse(written) as Value), pause);
    return () => clearTimeout(timer);
  }, [written, pause]);
  return settled;
}
