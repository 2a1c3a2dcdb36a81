// What a reader calls a browser: "Firefox" and "Linux", from the line that browsers send.

export interface Device {
  browser: string | null; // null: not a browser that we know
  system: string | null;
}

// Order matters: most browsers also name the ones they descend from.
const BROWSERS: readonly [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, "Edge"],
  [/\bOPR\/|\bOpera\b/, "Opera"],
  [/\bVivaldi\//, "Vivaldi"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\b(?:HeadlessChrome|Chrome|CriOS|Chromium)\//, "Chrome"],
  [/\bVersion\/[\d.]+ .*Safari\//, "Safari"],
];
const SYSTEMS: readonly [RegExp, string][] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b|\bMacintosh\b/, "macOS"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bLinux\b|\bX11\b/, "Linux"],
];

export function deviceOf(userAgent: string): Device {
  return { browser: firstOf(BROWSERS, userAgent), system: firstOf(SYSTEMS, userAgent) };
}

/** Return a name for lists: "Firefox · Linux"; a program's own name if it is no browser. */
export function deviceName(userAgent: string): string {
  const { browser, system } = deviceOf(userAgent);
  const known = [browser, system].filter(Boolean).join(" · ");
  return known || (userAgent.split(/[\s/]/)[0] ?? "");
}

export function isPhone(userAgent: string): boolean {
  return /\b(?:iPhone|Android|Mobile)\b/.test(userAgent);
}

function firstOf(table: readonly [RegExp, string][], text: string): string | null {
  return table.find(([pattern]) => pattern.test(text))?.[1] ?? null;
}
