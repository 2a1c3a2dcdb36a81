// The pictures that are shown above the text of an entry. Pure.
import type { Entry } from "@/api/types";
import { type EnclosureFile, kindOf } from "./enclosures";

export type PictureAbove = Entry["pictures"][number];

/** Return those that the text on screen does not show; the poster of a film is one already. */
export function picturesAbove(
  entry: Pick<Entry, "pictures" | "image_url" | "enclosures">,
  isFull: boolean,
): PictureAbove[] {
  const files: EnclosureFile[] = entry.enclosures;
  const hasFilm = files.some((file) => kindOf(file) === "video");
  return entry.pictures.filter(
    (one) =>
      (isFull ? one.above_full_text : one.above_content) &&
      !(hasFilm && one.url === entry.image_url),
  );
}

export interface Room {
  style: { aspectRatio: string; maxWidth?: string };
  fit: "contain" | "scale-down" | "cover";
}

const FULL_WIDTH = 480; // pixels: narrower ones are not stretched

/** Return the room for a picture before it is there; it keeps it, so that nothing moves. */
export function roomOf(
  isLarge: boolean,
  size: { width: number | null; height: number | null } | undefined,
): Room {
  if (!isLarge) return { style: { aspectRatio: "1" }, fit: "cover" };
  if (!size?.width || !size.height) {
    return { style: { aspectRatio: "3 / 2" }, fit: "scale-down" };
  }
  const aspectRatio = `${size.width} / ${size.height}`;
  const style =
    size.width < FULL_WIDTH ? { aspectRatio, maxWidth: `${size.width}px` } : { aspectRatio };
  return { style, fit: "contain" };
}

const ENDING = /\.(?:jpe?g|png|gif|webp|avif)$/i;

/** Whether a link leads to a picture alone. */
export function isPictureAddress(href: string): boolean {
  return URL.canParse(href) && ENDING.test(new URL(href).pathname);
}

/** Return the largest of the sizes in which a picture is offered. */
export function largestSource(src: string, srcset: string): string {
  let best = { url: src, size: 0 };
  for (const candidate of srcset.split(/,\s+/)) {
    const [url = "", size = "1x"] = candidate.trim().split(/\s+/);
    const found = Number.parseFloat(size) * (size.endsWith("x") ? 1000 : 1);
    if (url !== "" && found > best.size) best = { url, size: found };
  }
  return best.url;
}
