// Pictures that stand beside each other in the text of an entry become a gallery.
import { pictureRuns } from "@/lib/picture-view";

export const LARGE_ENOUGH = 120; // pixels: smaller ones hide nothing
const LEAST_OF_GALLERY = 3;

export function makeGalleries(root: HTMLElement): void {
  const places = [root, ...root.querySelectorAll<HTMLElement>("div, figure, p, section, ul")];
  for (const place of places) {
    if (place.closest(".picture-grid")) continue;
    const nodes = [...place.childNodes];
    for (const run of pictureRuns(nodes.map(kindOf), LEAST_OF_GALLERY)) {
      const members = run.flatMap((index) => nodes[index] ?? []);
      if (place instanceof HTMLUListElement) place.classList.add("picture-grid");
      else gather(members as Element[]);
    }
  }
}

function gather(pictures: Element[]): void {
  const grid = document.createElement("div");
  grid.className = "picture-grid";
  pictures[0]?.before(grid);
  grid.append(...pictures);
}

function kindOf(node: Node): "picture" | "blank" | "other" {
  if (!(node instanceof Element)) return node.textContent?.trim() ? "other" : "blank";
  if (holdsOnePicture(node)) return "picture";
  const isEmpty = node.children.length === 0 && node.textContent?.trim() === "";
  return isEmpty && !(node instanceof HTMLImageElement) ? "blank" : "other";
}

function holdsOnePicture(element: Element): boolean {
  if (element.matches(".tidings-player")) return false;
  const isImage = element instanceof HTMLImageElement;
  const images = isImage ? [element] : [...element.querySelectorAll("img")];
  const [image] = images;
  if (!image || images.length > 1 || isSmall(image, LARGE_ENOUGH)) return false;
  if (element.querySelector("video, audio, hr, .tidings-player, .tidings-frame")) return false;
  const caption = element.querySelector("figcaption")?.textContent ?? "";
  return (element.textContent ?? "").replace(caption, "").trim() === "";
}

export function isSmall(picture: HTMLImageElement, least: number): boolean {
  return picture.hasAttribute("width") && picture.width < least;
}
