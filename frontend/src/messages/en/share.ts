export default {
  title: "Save a page",
  text: "Save a page to read here, or follow its site.",
  address: "Page URL",
  save: "Save page",
  savedTitle: "“{title}” is saved",
  read: "Read it",
  saveAnother: "Save another",
  withoutText: "The text could not be fetched, so only the URL was saved: {reason}",
  starIt: "Star it as well",
  subscribe: "Follow the site instead",
  notAnAddress: "This is not a web address. It should begin with https://.",
} as const;
