// What the server refuses and why; itself it speaks English only: see lib/server-words.ts.
export default {
  gone: "It is no longer there. Perhaps it was deleted on another device.",
  notAllowed: "Your account may not do this. Ask whoever runs this installation.",
  busy: "The server is busy. Try again in a moment.",
  broken: "Something went wrong inside Tidings. Try again; the server’s log says more.",
  tooManyJobs: "Much of your work is waiting already. Try again when some of it is done.",
  tooMany: "You have as many as anyone may. Delete one first.",
  needsName: "Give it a name.",
  folderExists: "There is a folder of this name there already. Choose another name.",
  folderDeep: "The folder cannot go there: folders would be too deep inside each other.",
  feedDisabled: "An administrator has switched this feed off, and only they can switch it on.",
  noFeed: "{problem} Check the address, or try again later.",
  noFeedLogin:
    "The server asks for a login. Write it into the address: https://name:password@example.org/feed.",
  noArticle: "There is no article on the page that could be read.",
  proxyWrong:
    "The address of the proxy is wrong. It should look like http://proxy.example:3128.",
  intervalWrong: "This installation does not allow this interval. Choose another.",
  userAgentWrong: "This User-Agent cannot be sent. Use plain letters, digits and signs only.",
  searchEmpty: "This search asks for nothing. Write a word, or something like is:unread.",
  searchDate: "After “{term}:” comes a date, such as 2024-05-31.",
  searchSlow: "This search takes too long. Use rarer words, or narrow it by feed or date.",
  webhookAddress:
    "Nothing can be sent there. It must be an http or https address on the internet, or one that whoever runs Tidings allows by TIDINGS_ALLOW_ORIGINS.",
  webhookOff: "This webhook is switched off. Switch it on first.",
  notOpml:
    "This file is no list of feeds (OPML). Export one from your other reader and choose that.",
  notOurs:
    "This is not a file that Tidings exported. Choose one that “Download everything” made.",
  newerFile: "A newer Tidings wrote this file. Update this installation first.",
  emptyFile: "The file is empty. Choose another.",
  largeFile: "The file is larger than this server takes.",
  badKey: "This is no key: it has at least 8 letters, digits and signs, without spaces.",
  lastWayIn:
    "This is your last way to sign in. Set a password or connect another service first.",
  aiOff: "The AI of this installation cannot do that.",
} as const;
