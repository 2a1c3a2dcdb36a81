export default {
  here: "Notifications in this browser",
  hereText:
    "You are notified when a rule with “notify me” matches, even while Tidings is closed. Nothing else is ever sent.",
  toRules: "Choose what to be notified about",
  allow: "Allow notifications here",
  notAllowed: "The browser did not allow it. Check its settings for this page.",
  isOn: "Notifications are on in this browser.",
  unsupported:
    "This browser does not support notifications here, or the connection is not secure (HTTPS). On an iPhone or iPad, add Tidings to the home screen first.",
  blocked:
    "Notifications are blocked for this page. Allow them in the browser’s settings, then come back.",
  devices: "Devices with notifications",
  devicesText: "Signing out on a device turns them off there.",
  noDevices: "None yet. Allow notifications on each device where you want them.",
  thisDevice: "This device",
  nothingYet: "nothing sent yet",
  lastSent: "last sent {when}",
  failures: { one: "{count} failure in a row", other: "{count} failures in a row" },
  test: "Test",
  testNamed: "Send a test to {name}",
  testSent: "A test is on its way",
  stop: "Turn off",
  stopNamed: "Turn off for {name}",
} as const;
