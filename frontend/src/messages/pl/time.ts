import type { Translated } from "@/messages/shape";
import type english from "../en/time";

export default {
  now: "teraz",
  minutesAgo: "{number} min temu",
  inMinutes: "za {number} min",
  hoursAgo: "{number} godz. temu",
  inHours: "za {number} godz.",
  daysAgo: "{number} dni temu",
  inDays: "za {number} dni",
  twoDaysAgo: "przedwczoraj",
  yesterday: "wczoraj",
  today: "dzisiaj",
  tomorrow: "jutro",
  inTwoDays: "pojutrze",
} as const satisfies Translated<typeof english>;
