// What readers can choose, with its defaults. Kept on the server with the account, and
// in the browser so that theme and language are right before the first answer.
import type { EntryOrder } from "./list-scope";

export const LAYOUTS = ["list", "compact", "cards", "magazine", "gallery"] as const;
export type Layout = (typeof LAYOUTS)[number];
export type PictureMode = "show" | "tap" | "hide";
export const SIDEBAR_ORDERS = ["hand", "name", "unread"] as const;

export interface Preferences {
  theme: "system" | "light" | "dark" | "sepia" | "e-paper";
  density: "comfortable" | "compact" | "spacious";
  layout: Layout;
  font: "sans" | "serif" | "mono" | "legible";
  fontSize: number; // pixels of the entry's text
  lineHeight: number;
  contentWidth: "narrow" | "medium" | "wide" | "full";
  justify: boolean;
  order: Extract<EntryOrder, "newest" | "oldest" | "fair">;
  unreadOnly: boolean;
  hideReadFeeds: boolean;
  sidebarOrder: (typeof SIDEBAR_ORDERS)[number];
  homePage: "unread" | "all" | "starred" | "stories";
  markReadOnOpen: boolean;
  markReadOnScroll: boolean;
  confirmMarkAll: boolean;
  nextAfterMarkAll: boolean;
  openLinksInNewTab: boolean;
  pictures: PictureMode;
  showSummaries: boolean;
  wordsPerMinute: number;
  swipe: boolean;
  shortcutsOn: boolean;
  keymap: Record<string, string>; // action -> keys; only what differs from the default
  language: "auto" | "en" | "pt-BR" | "pl";
  browserLanguage: string; // what "auto" came to first; the server writes summaries in it
  motion: "system" | "none";
  countInTitle: boolean;
  countOnIcon: boolean;
  offlineEntries: number;
  offlineImageMegabytes: number;
  // Score above which framing is pointed out, 0 to 1.
  framingCeiling: number;
}

export const DEFAULTS: Preferences = {
  theme: "system",
  density: "comfortable",
  layout: "list",
  font: "sans",
  fontSize: 18,
  lineHeight: 1.6,
  contentWidth: "medium",
  justify: false,
  order: "newest",
  unreadOnly: true,
  hideReadFeeds: false,
  sidebarOrder: "hand",
  homePage: "unread",
  markReadOnOpen: true,
  markReadOnScroll: false,
  confirmMarkAll: true,
  nextAfterMarkAll: true,
  openLinksInNewTab: true,
  pictures: "show",
  showSummaries: true,
  wordsPerMinute: 230,
  swipe: true,
  shortcutsOn: true,
  keymap: {},
  language: "auto",
  browserLanguage: "",
  motion: "system",
  countInTitle: true,
  countOnIcon: true,
  offlineEntries: 500,
  offlineImageMegabytes: 100,
  framingCeiling: 0.5,
};

/** Where each choice of a first page leads. */
export const HOME_ADDRESSES = {
  unread: "/",
  all: "/all",
  starred: "/starred",
  stories: "/stories",
} as const satisfies Record<Preferences["homePage"], string>;

const CHOICES: { [Key in keyof Preferences]?: readonly Preferences[Key][] } = {
  theme: ["system", "light", "dark", "sepia", "e-paper"],
  density: ["comfortable", "compact", "spacious"],
  layout: LAYOUTS,
  pictures: ["show", "tap", "hide"],
  font: ["sans", "serif", "mono", "legible"],
  contentWidth: ["narrow", "medium", "wide", "full"],
  order: ["newest", "oldest", "fair"],
  homePage: ["unread", "all", "starred", "stories"],
  sidebarOrder: SIDEBAR_ORDERS,
  language: ["auto", "en", "pt-BR", "pl"],
  motion: ["system", "none"],
};

const RANGES: { [Key in keyof Preferences]?: readonly [number, number] } = {
  fontSize: [12, 32],
  lineHeight: [1.2, 2.2],
  wordsPerMinute: [60, 1000],
  offlineEntries: [0, 2000],
  offlineImageMegabytes: [0, 2000],
  framingCeiling: [0, 1],
};

/** Whether a list takes the whole width, with no entry beside it. */
export function isWide(layout: Layout): boolean {
  return layout !== "list" && layout !== "compact";
}

/** Return how to show pictures: a browser that is to save data asks first. */
export function pictureMode(chosen: PictureMode): PictureMode {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  return chosen === "show" && connection?.saveData === true ? "tap" : chosen;
}

/** Return preferences from whatever was stored; what is not valid becomes the default. */
export function readPreferences(stored: unknown): Preferences {
  const found: Record<string, unknown> = { ...DEFAULTS };
  if (typeof stored !== "object" || stored === null) return DEFAULTS;
  for (const [name, value] of Object.entries(stored)) {
    if (name in DEFAULTS && isValid(name as keyof Preferences, value)) found[name] = value;
  }
  return found as unknown as Preferences;
}

function isValid(name: keyof Preferences, value: unknown): boolean {
  const choices: readonly unknown[] | undefined = CHOICES[name];
  if (choices) return choices.includes(value);
  const range = RANGES[name];
  if (range) return typeof value === "number" && value >= range[0] && value <= range[1];
  return typeof value === typeof DEFAULTS[name] && value !== null && !Array.isArray(value);
}
