export default {
  feeds: "Your list of feeds",
  feedsText: "As OPML, which every reader understands: feeds, folders and titles.",
  exportFeeds: "Download the list (OPML)",
  importFeeds: "Import a list",
  all: "Everything that is yours",
  allText:
    "Preferences, folders, feeds, stars, tags, highlights and saved pages with their whole text, rules and searches. No passwords are in it.",
  exportAll: "Download everything",
  exportStarted: "The download begins. Your browser shows how far it is.",
  importAll: "Bring everything back",
  importAllText:
    "From a file that Tidings wrote, here or elsewhere. What is there already stays; doing it twice changes nothing more.",
  dropHere: "Drop the file here, or",
  chooseFile: "Choose a file",
  importing: "Bringing it in …",
  importingCount: "{done} of {total} lines",
  waiting: "Waiting to begin …",
  failed: "It failed",
  broughtIn: { one: "{count} thing brought in", other: "{count} things brought in" },
  nothingNew: "Nothing new was in it",
  thereBefore: { one: "{count} was there already", other: "{count} were there already" },
  refused: { one: "{count} could not be read", other: "{count} could not be read" },
} as const;
