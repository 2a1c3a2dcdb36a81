import { startTransition, useEffect, useState } from "react";
import { whenIdle } from "@/lib/when-idle";

/** `first` for the first render, and one `later` after the other whenever the browser has
 * nothing else to do. */
export function useLater<Value>(first: Value, ...later: Value[]): Value {
  const [step, setStep] = useState(0);
  const last = later.length;
  useEffect(() => {
    if (step === last) return;
    return whenIdle(() => startTransition(() => setStep(step + 1)));
  }, [step, last]);
  return later[step - 1] ?? first;
}
