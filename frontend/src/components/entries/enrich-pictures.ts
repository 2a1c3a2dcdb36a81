// The pictures in the text of an entry: each has its room before it is loaded, a quiet frame
// where it is broken, and can be enlarged; many beside each other become a gallery.
import { mayResize } from "@/lib/picture-view";
import { isPictureAddress } from "@/lib/pictures-above";
import type { PictureMode } from "@/lib/preferences";
import { rememberSize, sizeOf } from "@/state/picture-sizes";
import { isSmall, LARGE_ENOUGH, makeGalleries } from "./enrich-galleries";
import { own } from "./enrich-parts";

export interface PictureOptions {
  mode: PictureMode;
  words: { enlarge: string; missing: string; showPicture: string };
}

export function enrichPictures(root: HTMLElement, options: PictureOptions): void {
  if (options.mode !== "show") {
    for (const film of root.querySelectorAll("video")) film.removeAttribute("poster");
  }
  const pictures = [...root.querySelectorAll("img")].filter(
    (one) => !one.dataset.known && !isOfPlayer(one),
  );
  for (const picture of pictures) {
    picture.dataset.known = "";
    keepRoom(picture);
    if (options.mode === "tap") offer(picture, options);
  }
  makeGalleries(root);
}

/** Follow what becomes of the pictures; return how to stop. */
export function watchPictures(root: HTMLElement, options: PictureOptions): () => void {
  const onLoad = ({ target }: Event) => {
    if (target instanceof HTMLImageElement && !isOfPlayer(target)) settle(target, options);
  };
  const onError = ({ target }: Event) => {
    if (!(target instanceof HTMLImageElement)) return;
    if (isOfPlayer(target)) target.dataset.gone = "";
    else frame(target, options.words.missing);
  };
  const onClick = ({ target }: Event) => {
    const button = (target as Element).closest<HTMLElement>("[data-ask]");
    if (button) show(button);
  };
  // Neither bubbles.
  root.addEventListener("load", onLoad, true);
  root.addEventListener("error", onError, true);
  root.addEventListener("click", onClick);
  for (const picture of root.querySelectorAll("img")) {
    const isThere = picture.complete && picture.naturalWidth > 0;
    if (isThere && !isOfPlayer(picture)) settle(picture, options);
  }
  return () => {
    root.removeEventListener("load", onLoad, true);
    root.removeEventListener("error", onError, true);
    root.removeEventListener("click", onClick);
  };
}

/** On the card of a player, which gives it its room and does more when clicked. */
function isOfPlayer(picture: HTMLImageElement): boolean {
  return picture.closest(".tidings-player") !== null;
}

function keepRoom(picture: HTMLImageElement): void {
  if (picture.hasAttribute("width") && picture.hasAttribute("height")) return;
  // Of several sizes, nobody knows yet which one it will be.
  const hasOthers = picture.srcset !== "" || picture.closest("picture") !== null;
  const known = hasOthers ? undefined : sizeOf(picture.src);
  if (known) measure(picture, known.width, known.height);
  else if (isBlock(picture)) picture.dataset.room = "";
}

function measure(picture: HTMLImageElement, width: number, height: number): void {
  picture.setAttribute("width", String(width));
  picture.setAttribute("height", String(height));
  delete picture.dataset.room;
}

/** Take the size it has, unless something in sight would move. */
function settle(picture: HTMLImageElement, { words }: PictureOptions): void {
  const { naturalWidth, naturalHeight } = picture;
  rememberSize(picture);
  if (picture.dataset.room !== undefined && !picture.closest(".picture-grid")) {
    const box = picture.getBoundingClientRect();
    const width = Math.min(naturalWidth, box.width);
    const height = (width / naturalWidth) * naturalHeight;
    if (mayResize(box, height, innerHeight)) measure(picture, naturalWidth, naturalHeight);
  }
  if (naturalWidth >= LARGE_ENOUGH) makeLarge(picture, words.enlarge);
}

function makeLarge(picture: HTMLImageElement, label: string): void {
  const link = picture.closest("a");
  if (link && !isPictureAddress(link.href)) return;
  const control = link ?? picture;
  if (control.dataset.enlarge !== undefined) return;
  control.dataset.enlarge = "";
  const name = [label, picture.alt].filter(Boolean).join(": ");
  control.setAttribute("aria-label", name);
  if (link) return;
  picture.tabIndex = 0;
  picture.setAttribute("role", "button");
}

function frame(picture: HTMLImageElement, missing: string): void {
  if (picture.dataset.missing !== undefined) return;
  const box = picture.getBoundingClientRect();
  picture.dataset.missing = "";
  const sign = own("missing-picture");
  sign.textContent = picture.alt || missing;
  if (!isBlock(picture)) sign.dataset.inline = "";
  // Nothing that one reads already may move.
  else if (!mayResize(box, 0, innerHeight)) sign.style.minHeight = `${box.height}px`;
  picture.after(sign);
}

function offer(picture: HTMLImageElement, { words }: PictureOptions): void {
  const button = document.createElement("button");
  button.type = "button";
  button.dataset.own = "";
  button.dataset.ask = "";
  button.className = "ask-picture";
  button.textContent = [words.showPicture, picture.alt].filter(Boolean).join(": ");
  (picture.closest("a") ?? picture.closest("picture") ?? picture).before(button);
}

function show(button: HTMLElement): void {
  const next = button.nextElementSibling;
  const picture = next instanceof HTMLImageElement ? next : next?.querySelector("img");
  button.remove();
  if (picture) picture.dataset.asked = "";
}

/** Whether nothing else is on its line. */
function isBlock(picture: HTMLImageElement): boolean {
  let around: Element = picture;
  while (around.parentElement?.matches("a, picture, span, strong, em, b, i")) {
    around = around.parentElement;
  }
  const { parentElement: parent } = around;
  if (!parent || isSmall(picture, 64)) return false;
  if (parent.matches("figure, .picture-grid")) return true;
  return (
    isEdge(around.previousSibling, "previousSibling") &&
    isEdge(around.nextSibling, "nextSibling")
  );
}

const OWN_LINE =
  "p, div, figure, ul, ol, pre, table, blockquote, section, h1, h2, h3, h4, hr, br";

/** Whether a line ends there; blanks do not count. */
function isEdge(node: Node | null, side: "previousSibling" | "nextSibling"): boolean {
  if (node === null) return true;
  if (node instanceof Element) return node.matches(OWN_LINE);
  return node.textContent?.trim() === "" && isEdge(node[side], side);
}
