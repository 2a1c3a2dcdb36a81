// Times near now, as browsers would say them: see lib/ago.ts.

export default {
  now: "now",
  minutesAgo: "{number} min. ago",
  inMinutes: "in {number} min.",
  hoursAgo: "{number} hr. ago",
  inHours: "in {number} hr.",
  daysAgo: "{number} days ago",
  inDays: "in {number} days",
  twoDaysAgo: "2 days ago",
  yesterday: "yesterday",
  today: "today",
  tomorrow: "tomorrow",
  inTwoDays: "in 2 days",
} as const;
