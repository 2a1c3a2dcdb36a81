// Marked passages and the text they are in. The text is flat: single spaces, one for each
// end of a line, as the server counts it, so that both agree on what a passage says. Pure.

export interface Passage {
  quote: string;
  prefix: string; // what is before it
  suffix: string; // and after it
  position: number; // in characters, not in UTF-16 units
}

/** A run of text as it is in the page; `apart`: a new line begins before it. */
export interface TextRun {
  text: string;
  apart: boolean;
}

/** Where each letter of the flat text comes from: run and offset in it. */
export interface FlatText {
  text: string;
  runs: Int32Array;
  offsets: Int32Array;
}

interface Place {
  run: number;
  offset: number;
}

export interface Span {
  start: number;
  end: number;
}

const AROUND = 60;
const MOST_PLACES = 500;
const LONG_ENOUGH = 16; // a shorter quote proves nothing alone
const AGREEING = 4;

export function flatten(runs: readonly TextRun[]): FlatText {
  const flat = { text: "", runs: [] as number[], offsets: [] as number[] };
  const add = (text: string, { run, offset }: Place) => {
    flat.text += text;
    for (let index = 0; index < text.length; index += 1) {
      flat.runs.push(run);
      flat.offsets.push(offset + index);
    }
  };
  let space: Place | null = null; // the one before the next word
  let isApart = false;
  runs.forEach(({ text, apart }, run) => {
    isApart ||= apart;
    for (const { 0: part, index: offset } of text.matchAll(/\s+|\S+/g)) {
      if (/^\s/.test(part)) {
        space ??= { run, offset };
        continue;
      }
      if ((space || isApart) && flat.text !== "") add(" ", space ?? { run, offset });
      add(part, { run, offset });
      space = null;
      isApart = false;
    }
  });
  return {
    text: flat.text,
    runs: Int32Array.from(flat.runs),
    offsets: Int32Array.from(flat.offsets),
  };
}

/** Return the flat places of a stretch from one letter of the page up to another. */
export function spanOf(flat: FlatText, first: Place, last: Place): Span | null {
  const isBefore = (index: number, at: Place) => {
    const run = flat.runs[index] ?? 0;
    return run < at.run || (run === at.run && (flat.offsets[index] ?? 0) < at.offset);
  };
  let start = firstIndex(flat.text.length, (index) => !isBefore(index, first));
  let end = firstIndex(flat.text.length, (index) => !isBefore(index, last));
  while (start < end && flat.text[start] === " ") start += 1;
  while (end > start && flat.text[end - 1] === " ") end -= 1;
  return start < end ? { start, end } : null;
}

function firstIndex(length: number, holds: (index: number) => boolean): number {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Return how a stretch of the text is found again later. */
export function passageAt(text: string, { start, end }: Span): Passage {
  return {
    quote: text.slice(start, end),
    prefix: text.slice(Math.max(0, start - AROUND), start),
    suffix: text.slice(end, end + AROUND),
    position: [...text.slice(0, start)].length,
  };
}

/** Return where a passage is now; null: not there, or one cannot be sure. */
export function findPassage(text: string, passage: Passage): Span | null {
  const quote = flatWords(passage.quote);
  if (quote === "") return null;
  const before = flatWords(passage.prefix);
  const after = flatWords(passage.suffix);
  const needed =
    quote.length >= LONG_ENOUGH ? 0 : Math.min(AGREEING, before.length + after.length);
  const expected = unitsOf(text, passage.position);
  let best: { start: number; agreement: number; distance: number } | null = null;
  for (const start of placesOf(text, quote)) {
    const agreement = agreementAt(text, start, start + quote.length, before, after);
    const distance = Math.abs(start - expected);
    if (agreement < needed) continue;
    const isBetter =
      best === null ||
      agreement > best.agreement ||
      (agreement === best.agreement && distance < best.distance);
    if (isBetter) best = { start, agreement, distance };
  }
  return best && { start: best.start, end: best.start + quote.length };
}

function flatWords(text: string): string {
  return text.split(/\s+/).filter(Boolean).join(" ");
}

function placesOf(text: string, quote: string): number[] {
  const places: number[] = [];
  let place = text.indexOf(quote);
  while (place >= 0 && places.length < MOST_PLACES) {
    places.push(place);
    place = text.indexOf(quote, place + 1);
  }
  return places;
}

function agreementAt(
  text: string,
  start: number,
  end: number,
  before: string,
  after: string,
): number {
  const left = text.slice(Math.max(0, start - before.length - 1), start).trimEnd();
  const right = text.slice(end, end + after.length + 1).trimStart();
  return equalEnd(left, before) + equalStart(right, after);
}

function equalStart(one: string, other: string): number {
  let count = 0;
  while (count < one.length && count < other.length && one[count] === other[count]) count += 1;
  return count;
}

function equalEnd(one: string, other: string): number {
  let count = 0;
  while (
    count < one.length &&
    count < other.length &&
    one[one.length - 1 - count] === other[other.length - 1 - count]
  )
    count += 1;
  return count;
}

function unitsOf(text: string, characters: number): number {
  let units = 0;
  for (let count = 0; count < characters && units < text.length; count += 1) {
    units += (text.codePointAt(units) ?? 0) > 0xffff ? 2 : 1;
  }
  return units;
}

/** Return which part of each run a span covers, in order; never only space. */
export function piecesOf(flat: FlatText, { start, end }: Span): (Span & { run: number })[] {
  const pieces: (Span & { run: number })[] = [];
  for (let index = start; index < end; index += 1) {
    const run = flat.runs[index] ?? 0;
    const offset = flat.offsets[index] ?? 0;
    const last = pieces.at(-1);
    const isSpace = flat.text[index] === " ";
    if (last?.run === run) last.end = Math.max(last.end, offset + 1);
    else if (!isSpace || flat.runs[index + 1] === run)
      pieces.push({ run, start: offset, end: offset + 1 });
  }
  return pieces;
}

/** Return what is left of a span when others have taken their parts. */
export function remaining(span: Span, taken: readonly Span[]): Span[] {
  return taken.reduce<Span[]>(
    (left, { start, end }) =>
      left.flatMap((one) =>
        [
          { start: one.start, end: Math.min(one.end, start) },
          { start: Math.max(one.start, end), end: one.end },
        ].filter((part) => part.start < part.end),
      ),
    [{ ...span }],
  );
}
