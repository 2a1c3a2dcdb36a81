// Small comforts for the text of an entry, added to the page after the server's HTML is in
// it: boxes that scroll, copy buttons, cards for players, room for pictures. The one place
// where that begins. Doing it twice changes nothing.
import { decoded } from "@/lib/decoded";
import { icon } from "./enrich-parts";
import { enrichPictures, type PictureOptions } from "./enrich-pictures";
import { makeCards, type PlayerWords } from "./enrich-players";

export interface EnrichOptions {
  newTab: boolean;
  title: string;
  pictures: PictureOptions;
  words: { copyCode: string; code: string; table: string } & PlayerWords;
}

const COPY = "M9 9h11v11H9zM5 15H4V4h11v1";

export function enrich(root: HTMLElement, options: EnrichOptions): void {
  hideRepeatedTitle(root, options.title);
  for (const link of root.querySelectorAll("a")) openLink(link, options.newTab);
  for (const code of root.querySelectorAll("pre")) boxCode(code, options);
  for (const table of root.querySelectorAll("table")) boxTable(table, options);
  makeCards(root, options.words);
  enrichPictures(root, options.pictures);
}

/** Lead to a place inside the text (a footnote and back) without leaving the page. */
export function followInside(root: HTMLElement, link: HTMLAnchorElement): boolean {
  const name = decoded(link.hash.slice(1));
  if (!link.getAttribute("href")?.startsWith("#") || name === "") return false;
  const target = [...root.querySelectorAll<HTMLElement>("[id]")].find((one) => one.id === name);
  if (!target) return false;
  if (!target.hasAttribute("tabindex")) target.tabIndex = -1;
  target.focus({ preventScroll: true });
  target.scrollIntoView({ block: "center" });
  return true;
}

function hideRepeatedTitle(root: HTMLElement, title: string): void {
  const heading = root.querySelector<HTMLElement>("h1, h2");
  const said = heading?.textContent?.replace(/\s+/g, " ").trim();
  if (heading && title !== "" && said === title.trim()) heading.hidden = true;
}

function openLink(link: HTMLAnchorElement, newTab: boolean): void {
  if (!link.href || link.getAttribute("href")?.startsWith("#")) return;
  link.rel = "noopener noreferrer";
  if (newTab) link.target = "_blank";
  else link.removeAttribute("target");
}

function boxCode(code: HTMLPreElement, { words }: EnrichOptions): void {
  if (code.parentElement?.matches(".code-box")) return;
  const box = boxAround(code, "code-box");
  reachable(code, words.code);
  const button = document.createElement("button");
  button.type = "button";
  button.dataset.own = "";
  button.dataset.copy = "";
  button.title = words.copyCode;
  button.setAttribute("aria-label", words.copyCode);
  button.append(icon(COPY));
  box.append(button);
}

function boxTable(table: HTMLTableElement, { words }: EnrichOptions): void {
  // A table inside another one scrolls with it.
  if (table.parentElement?.closest("table, .table-box")) return;
  reachable(boxAround(table, "table-box"), words.table);
}

function boxAround(element: Element, name: string): HTMLDivElement {
  const box = document.createElement("div");
  box.className = name;
  element.replaceWith(box);
  box.append(element);
  return box;
}

/** What scrolls sideways must be reachable by keyboard, and say what it is. */
function reachable(element: HTMLElement, label: string): void {
  element.tabIndex = 0;
  element.setAttribute("role", "group");
  element.setAttribute("aria-label", label);
}
