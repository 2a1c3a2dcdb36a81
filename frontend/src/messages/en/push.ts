// What the service worker says in notifications, when no page is open.
export default {
  testTitle: "Tidings can reach you here",
  testText: "This is the test you asked for. Notifications from your rules look like this.",
  andMore: { one: "and {count} more", other: "and {count} more" },
  somethingNew: "One of your rules matched a new entry.",
} as const;
