import { useEffect, useState, useTransition } from "react";
import { whenIdle } from "@/lib/when-idle";

/** `first` for the first drawing, `later` when the browser has nothing else to do. */
export function useLater<Value>(first: Value, later: Value): Value {
  const [value, setValue] = useState(first);
  const [, startTransition] = useTransition();
  useEffect(() => whenIdle(() => startTransition(() => setValue(later))), [later]);
  return value;
}
