// Which keys do what: the defaults, the reader's own, and what a press of keys means. Pure.
//
// Keys are written as in "j", "J" (with Shift), "Space", "Shift+Space", "ArrowDown",
// "Mod+k" (Ctrl, or Cmd on a Mac). "g a" is one key after another; "s,f" means either.

const DEFAULT_KEYS = {
  nextEntry: "j",
  previousEntry: "k",
  moveDown: "n,ArrowDown",
  moveUp: "p,ArrowUp",
  nextUnread: "Space",
  scrollBack: "Shift+Space",
  nextFeed: "J",
  previousFeed: "K",
  openEntry: "o,Enter",
  closeEntry: "Escape",
  openOriginal: "v,b",
  toggleRead: "m",
  toggleStar: "s,f",
  fullText: "d",
  addTag: "t",
  highlight: "h",
  markAll: "A",
  markAbove: "Y",
  markBelow: "B",
  showNew: ".",
  toggleUnread: "u",
  refresh: "r",
  refreshAll: "R",
  goUnread: "g u",
  goAll: "g a",
  goStarred: "g s",
  goSaved: "g l",
  goFeeds: "g f",
  search: "/",
  searchHere: "F",
  undo: "z",
  palette: "Mod+k",
  addFeed: "+",
  removeFeed: "#",
  help: "?",
} as const;

export type Action = keyof typeof DEFAULT_KEYS;
export type Keymap = Readonly<Record<Action, string>>;

export const ACTION_GROUPS = {
  moving: [
    "nextEntry",
    "previousEntry",
    "moveDown",
    "moveUp",
    "nextUnread",
    "scrollBack",
    "nextFeed",
    "previousFeed",
  ],
  reading: [
    "openEntry",
    "closeEntry",
    "openOriginal",
    "toggleRead",
    "toggleStar",
    "fullText",
    "addTag",
    "highlight",
  ],
  lists: [
    "markAll",
    "markAbove",
    "markBelow",
    "showNew",
    "toggleUnread",
    "refresh",
    "refreshAll",
  ],
  places: ["goUnread", "goAll", "goStarred", "goSaved", "goFeeds", "search", "searchHere"],
  more: ["undo", "palette", "addFeed", "removeFeed", "help"],
} as const satisfies Record<string, readonly Action[]>;

/** Whether a key that is held down does it again and again. What opens, marks or asks would do
 * so dozens of times a second. */
export function isRepeated(action: Action): boolean {
  return (ACTION_GROUPS.moving as readonly Action[]).includes(action);
}

export const ACTIONS = Object.keys(DEFAULT_KEYS) as Action[];

/** Return the whole keymap; empty keys of the reader's own switch an action off. */
export function keymapOf(own: Readonly<Record<string, unknown>>): Keymap {
  const chosen = ACTIONS.flatMap((action) => {
    const keys = own[action];
    return typeof keys === "string" ? [[action, keys] as const] : [];
  });
  const taken = chosen.flatMap(([, keys]) => alternatives(keys));
  // A default that came later never takes a key away from what the reader has put there.
  const defaults = Object.entries(DEFAULT_KEYS).map(([action, keys]) => {
    const free = alternatives(keys).filter((one) => !taken.some((key) => clashes(key, one)));
    return [action, free.join(",")];
  });
  return Object.fromEntries([...defaults, ...chosen]) as Keymap;
}

export function defaultKeys(action: Action): string {
  return DEFAULT_KEYS[action];
}

export function alternatives(keys: string): string[] {
  return keys.split(",").filter((one) => one !== "");
}

/** What a keyboard event says; the browser's own fits. */
export interface KeyPress {
  key: string;
  code: string;
  shiftKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}

const SILENT = ["Shift", "Control", "Alt", "AltGraph", "Meta", "CapsLock", "Dead", "Process"];

const NAMED: Record<string, string> = { " ": "Space", ",": "Comma" };

/** Return the name of the pressed key; null: it is not one that can be bound. */
export function keyName(press: KeyPress): string | null {
  if (SILENT.includes(press.key) || press.altKey) return null;
  const isMod = press.ctrlKey || press.metaKey;
  if (isMod) return press.shiftKey ? null : `Mod+${latinKey(press).toLowerCase()}`;
  const named = NAMED[press.key] ?? press.key;
  if (named.length === 1) return latinKey(press);
  return press.shiftKey && named !== "Comma" ? `Shift+${named}` : named;
}

// Signs that shortcuts use, where other layouts have letters or signs of their own; with Shift.
const SIGNS: Record<string, readonly [string, string]> = {
  Slash: ["/", "?"],
  Period: [".", ">"],
  Digit3: ["3", "#"],
};

/** On Cyrillic, Greek and other layouts, what is at the same place of a Latin keyboard. */
function latinKey({ key, code, shiftKey }: KeyPress): string {
  const isLatin = key.length === 1 && key.charCodeAt(0) < 0x250;
  const letter = isLatin ? key : (latinAt(code, shiftKey) ?? key);
  if (!/^\p{L}$/u.test(letter)) return letter;
  // By Shift alone, so that Caps Lock changes nothing.
  return shiftKey ? letter.toUpperCase() : letter.toLowerCase();
}

function latinAt(code: string, shiftKey: boolean): string | undefined {
  return /^Key[A-Z]$/.test(code) ? code.slice(3) : SIGNS[code]?.[shiftKey ? 1 : 0];
}

export type Bindings = ReadonlyMap<string, Action>;

export function bindingsOf(keymap: Keymap): Bindings {
  const bindings = new Map<string, Action>();
  for (const action of ACTIONS) {
    for (const keys of alternatives(keymap[action])) {
      if (!bindings.has(keys)) bindings.set(keys, action);
    }
  }
  return bindings;
}

export interface Pressed {
  action: Action | null;
  pending: string; // the beginning of a sequence
}

/** Return what one more key means after the beginning of a sequence. */
export function press(bindings: Bindings, pending: string, name: string): Pressed {
  const keys = pending === "" ? name : `${pending} ${name}`;
  const action = bindings.get(keys);
  if (action) return { action, pending: "" };
  const isBeginning = [...bindings.keys()].some((known) => known.startsWith(`${keys} `));
  if (isBeginning) return { action: null, pending: keys };
  return pending === "" ? { action: null, pending: "" } : press(bindings, "", name);
}

/** Return the other action that already has one of these keys, or begins with them. */
export function conflictOf(keymap: Keymap, action: Action, keys: string): Action | null {
  const wanted = alternatives(keys);
  const isTaken = (one: string) => wanted.some((key) => clashes(key, one));
  const others = ACTIONS.filter((other) => other !== action);
  return others.find((other) => alternatives(keymap[other]).some(isTaken)) ?? null;
}

function clashes(one: string, other: string): boolean {
  return one === other || one.startsWith(`${other} `) || other.startsWith(`${one} `);
}

const SYMBOLS: Record<string, string> = {
  ArrowDown: "↓",
  ArrowUp: "↑",
  ArrowLeft: "←",
  ArrowRight: "→",
  Escape: "Esc",
  Comma: ",",
  Shift: "⇧",
};

/** Return the keys of one alternative, each as it is on the keyboard. */
export function keyCaps(keys: string, isMac: boolean): string[] {
  return keys.split(" ").flatMap((key) => {
    const parts = key.length > 1 ? key.split(/(?<=.)\+/) : [key];
    return parts.map((part) => capOf(part, isMac));
  });
}

function capOf(part: string, isMac: boolean): string {
  if (part === "Mod") return isMac ? "⌘" : "Ctrl";
  return SYMBOLS[part] ?? part;
}
