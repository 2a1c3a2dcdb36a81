// How much two versions differ, counted from the marked text. Pure.

export interface DiffCount {
  added: number; // words
  removed: number;
}

interface TitlePart {
  kind: "same" | "added" | "removed";
  text: string;
}

/** Count the words in <ins> and <del>, and in the title. */
export function countChanges(html: string, title: readonly TitlePart[]): DiffCount {
  const inTitle = (kind: TitlePart["kind"]) =>
    title.filter((part) => part.kind === kind).reduce((sum, part) => sum + words(part.text), 0);
  return {
    added: wordsIn(html, "ins") + inTitle("added"),
    removed: wordsIn(html, "del") + inTitle("removed"),
  };
}

function wordsIn(html: string, tag: "ins" | "del"): number {
  const marked = html.matchAll(new RegExp(`<${tag}>(.*?)</${tag}>`, "gs"));
  return [...marked].reduce(
    (sum, one) => sum + words((one[1] ?? "").replace(/<[^>]*>/g, " picture ")),
    0,
  );
}

function words(text: string): number {
  return text.split(/\s+/).filter(Boolean).length;
}
