// Highlights as lists: found by their words, and written as Markdown. Pure.

export const COLOURS = ["yellow", "green", "blue", "pink"] as const;
export type Colour = (typeof COLOURS)[number];

export interface ListedHighlight {
  id: string;
  entry_id: number;
  quote: string;
  note: string;
  color: string;
  created_at: number;
}

export interface HighlightSource {
  title: string;
  url: string | null;
  feed: string;
}

export interface HighlightFilter {
  words: string;
  colour: string; // empty: all
  onlyNotes: boolean;
}

/** The server knows two colours more than we offer; those are shown as their nearest. */
export function shownColour(colour: string): Colour {
  if (colour === "orange") return "yellow";
  if (colour === "purple") return "pink";
  return COLOURS.find((one) => one === colour) ?? "yellow";
}

export function filterHighlights<One extends ListedHighlight>(
  highlights: readonly One[],
  sources: ReadonlyMap<number, HighlightSource>,
  { words, colour, onlyNotes }: HighlightFilter,
): One[] {
  const wanted = words.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  return highlights.filter((one) => {
    if (colour !== "" && shownColour(one.color) !== colour) return false;
    if (onlyNotes && one.note === "") return false;
    const source = sources.get(one.entry_id);
    const text = [one.quote, one.note, source?.title, source?.feed].join(" ");
    const small = text.toLocaleLowerCase();
    return wanted.every((word) => small.includes(word));
  });
}

/** Return highlights by entry, the entry that was marked last first. */
export function byEntry<One extends ListedHighlight>(highlights: readonly One[]): One[][] {
  const groups = new Map<number, One[]>();
  for (const one of highlights) {
    const group = groups.get(one.entry_id);
    if (group) group.push(one);
    else groups.set(one.entry_id, [one]);
  }
  return [...groups.values()];
}

/** Return a Markdown document: an entry's title, then its passages and notes. */
export function highlightsMarkdown(
  highlights: readonly ListedHighlight[],
  sources: ReadonlyMap<number, HighlightSource>,
  heading: string,
): string {
  const parts = [`# ${heading}`];
  for (const group of byEntry(highlights)) {
    const source = sources.get(group[0]?.entry_id ?? 0);
    if (source) parts.push(titleLine(source));
    for (const one of group) {
      if (one.quote) parts.push(quoted(one.quote));
      if (one.note) parts.push(one.note.trim());
    }
  }
  return `${parts.join("\n\n")}\n`;
}

function titleLine({ title, url, feed }: HighlightSource): string {
  const name = escaped(title.replace(/\s+/g, " ").trim());
  const link = url ? `[${name}](<${url.replace(/[<>]/g, encodeURIComponent)}>)` : name;
  return feed ? `## ${link}\n\n${escaped(feed)}` : `## ${link}`;
}

function quoted(text: string): string {
  return text
    .trim()
    .split(/\n+/)
    .map((line) => `> ${escaped(line)}`)
    .join("\n");
}

function escaped(text: string): string {
  return text.replace(/[\\`*_[\]<>#]/g, (letter) => `\\${letter}`);
}
