import {
  CircleAlert,
  CircleCheck,
  CircleDashed,
  CirclePause,
  Hourglass,
  Moon,
} from "lucide-react";
import type { FeedState as State } from "@/lib/feed-health";
import { useMessages } from "@/lib/i18n";

const LOOKS = {
  new: [CircleDashed, "text-soft"],
  ok: [CircleCheck, "text-good"],
  once: [CircleCheck, "text-soft"],
  limited: [Hourglass, "text-warning"],
  failing: [CircleAlert, "text-warning"],
  dormant: [Moon, "text-danger"],
  resting: [CirclePause, "text-danger"],
  disabled: [CirclePause, "text-soft"],
} as const;

/** A feed's state as sign and word: colour is never alone. */
export function FeedState({ state }: { state: State }) {
  const say = useMessages("health");
  const [Icon, colour] = LOOKS[state];
  return (
    <span className="inline-flex items-center sm:w-28 gap-1.5 text-sm whitespace-nowrap">
      <Icon aria-hidden="true" className={`size-4 shrink-0 ${colour}`} />
      {say(state)}
    </span>
  );
}
