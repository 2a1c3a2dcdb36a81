// The files of an entry, by what one can do with them. Pure.
import { decoded } from "./decoded";

export interface EnclosureFile {
  url: string;
  type: string | null;
  length: number | null; // bytes; null: the feed does not say
  title: string | null;
  /** From where our own page may play it; the content policy allows no other place. */
  play_url?: string | null;
}

export type EnclosureKind = "audio" | "video" | "image" | "file";

const ENDINGS: readonly [RegExp, EnclosureKind][] = [
  [/\.(mp3|m4a|aac|ogg|oga|opus|wav|flac)$/i, "audio"],
  [/\.(mp4|m4v|webm|mov|ogv)$/i, "video"],
  [/\.(jpe?g|png|gif|webp|avif|svg)$/i, "image"],
];

/** The feed's word counts, and the ending of the address where it says nothing of use. */
export function kindOf(file: EnclosureFile): EnclosureKind {
  const [kind = ""] = (file.type ?? "").toLowerCase().split("/");
  if (kind === "audio" || kind === "video" || kind === "image") return kind;
  const path = pathOf(file.url);
  return ENDINGS.find(([ending]) => ending.test(path))?.[1] ?? "file";
}

/** Return what is to be played or opened; pictures are shown instead. */
export function filesOf(enclosures: readonly EnclosureFile[]): EnclosureFile[] {
  return enclosures.filter((file) => kindOf(file) !== "image");
}

/** Return a name for people: the title, or the last part of the address. */
export function nameOf(file: EnclosureFile): string {
  if (file.title) return file.title;
  const last = pathOf(file.url).split("/").filter(Boolean).at(-1) ?? "";
  return decoded(last) || file.url;
}

function pathOf(url: string): string {
  return URL.canParse(url) ? new URL(url).pathname : url;
}
