// Players in the text of an entry: cards, and in their place the frame of the site, after a
// click and never before.
import { PLAYER_MAY, playerAddress } from "@/lib/players";
import { icon, own } from "./enrich-parts";

export interface PlayerWords {
  playAt: string;
  openAt: string;
}

const PLAY = "M8 5v14l11-7z";
const LEAVE = "M15 3h6v6M10 14 21 3M19 14v6H4V5h6";

export function makeCards(root: HTMLElement, words: PlayerWords): void {
  const players = root.querySelectorAll<HTMLAnchorElement>(
    "a:is(.tidings-player, .tidings-frame)",
  );
  for (const player of players) makeCard(player, words);
}

/** Put the player in the place of its card. */
export function playInPlace(card: HTMLAnchorElement, words: PlayerWords): void {
  if (card.hidden) return;
  const box = own("player-box");
  box.dataset.shape = card.matches(".tidings-sound")
    ? "sound"
    : card.matches(".tidings-post")
      ? "post"
      : "film";
  const frame = document.createElement("iframe");
  frame.src = playerAddress(card.href);
  frame.title = titleOf(card);
  frame.allow = PLAYER_MAY;
  frame.allowFullscreen = true;
  const leave = document.createElement("a");
  leave.href = card.href;
  leave.target = "_blank";
  leave.rel = "noopener noreferrer";
  leave.textContent = atHost(words.openAt, card);
  box.append(frame, leave);
  card.after(box);
  card.hidden = true;
  frame.focus();
}

function makeCard(player: HTMLAnchorElement, words: PlayerWords): void {
  if (player.querySelector("[data-own]")) return;
  const isPlayer = player.matches(".tidings-player");
  const sign = own("player-sign");
  sign.append(icon(isPlayer ? PLAY : LEAVE));
  const host = own("player-host");
  host.textContent = atHost(isPlayer ? words.playAt : words.openAt, player);
  player.prepend(sign);
  player.append(host);
}

function atHost(sentence: string, link: HTMLAnchorElement): string {
  return sentence.replace("{host}", link.hostname.replace(/^www\./, ""));
}

/** Return the author's words of a card, without ours. */
function titleOf(card: HTMLElement): string {
  const words = [...card.childNodes].filter(
    (node) => !(node instanceof HTMLElement && node.dataset.own !== undefined),
  );
  return words.map((node) => node.textContent ?? "").join("");
}
