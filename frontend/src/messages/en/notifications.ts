export default {
  here: "Notifications in this browser",
  hereText:
    "You are told when a rule with “notify me” finds something, even while Tidings is closed. Nothing else is ever sent.",
  toRules: "Choose by rules what you are told about",
  allow: "Allow notifications here",
  notAllowed: "The browser did not allow it. Look into its settings for this page.",
  isOn: "Notifications are on in this browser.",
  unsupported:
    "This browser cannot be told, or the address is not secure (https). On an iPhone or iPad, add Tidings to the home screen first.",
  blocked:
    "Notifications are forbidden for this page. Allow them in the browser's settings, then come back.",
  devices: "Devices that are told",
  devicesText: "Each ends when you sign out on it.",
  noDevices: "None yet. Allow notifications on each device where you want them.",
  thisDevice: "This device",
  nothingYet: "nothing sent yet",
  lastSent: "last sent {when}",
  failures: { one: "{count} failure in a row", other: "{count} failures in a row" },
  test: "Test",
  testNamed: "Send a test to {name}",
  testSent: "A test is on its way",
  stop: "Stop",
  stopNamed: "Stop telling {name}",
} as const;
