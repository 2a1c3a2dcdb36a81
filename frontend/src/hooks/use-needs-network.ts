import { useMessages } from "@/lib/i18n";
import { useIsOffline } from "./use-is-offline";

/** For a control that asks the server at once: whether it can, and its name, which says why
 * if it cannot. */
export function useNeedsNetwork() {
  const say = useMessages("ui");
  const isOff = useIsOffline();
  return {
    isOff,
    named: (label: string) => (isOff ? say("needsNetwork", { label }) : label),
  };
}
