export default {
  title: "Save a page",
  text: "Keep a page to read it here, or follow the site it is from.",
  address: "Address of the page",
  save: "Save the page",
  savedTitle: "“{title}” is saved",
  read: "Read it",
  saveAnother: "Save another",
  withoutText: "The text could not be fetched, so only the address is kept: {reason}",
  starIt: "Star it as well",
  subscribe: "Follow the site instead",
  notAnAddress: "This is not a web address. It should begin with https://.",
} as const;
