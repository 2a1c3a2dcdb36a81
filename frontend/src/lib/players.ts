// Players of other sites. The server knows them; here is only how to ask it for one. Pure.

/** Return the address of our own page around a player: its policy names that one site. */
export function playerAddress(page: string): string {
  return `/api/v1/player?url=${encodeURIComponent(page)}`;
}

/** What the frame hands on to the site inside it. */
export const PLAYER_MAY = "autoplay; encrypted-media; fullscreen; picture-in-picture";

/** Whether a click asks for a player here, not for a window of its own. */
export function asksToPlay(
  event: Pick<MouseEvent, "button" | "ctrlKey" | "metaKey" | "shiftKey" | "altKey">,
): boolean {
  const { button, ctrlKey, metaKey, shiftKey, altKey } = event;
  return button === 0 && !ctrlKey && !metaKey && !shiftKey && !altKey;
}
