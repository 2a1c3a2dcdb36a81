import { useState } from "react";
import { recall, remember } from "@/lib/local-store";

/** State that this browser keeps over visits: pane widths, closed folders. */
export function useRemembered<Value>(
  name: string,
  read: (stored: unknown) => Value,
): [Value, (value: Value) => void] {
  const [value, setValue] = useState(() => read(recall(name)));
  const change = (next: Value) => {
    setValue(next);
    remember(name, next);
  };
  return [value, change];
}
