import type { Translated } from "@/messages/shape";
import type english from "../en/time";

export default {
  now: "agora",
  minutesAgo: "há {number} min.",
  inMinutes: "em {number} min.",
  hoursAgo: "há {number} h",
  inHours: "em {number} h",
  daysAgo: "há {number} dias",
  inDays: "em {number} dias",
  twoDaysAgo: "anteontem",
  yesterday: "ontem",
  today: "hoje",
  tomorrow: "amanhã",
  inTwoDays: "depois de amanhã",
} as const satisfies Translated<typeof english>;
