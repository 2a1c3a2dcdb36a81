// How far long entries were read: notes for the reader's other devices.
import { api, ask, serverMicroseconds } from "@/api/client";
import type { TextPlace } from "@/lib/text-place";

/** Return a place with the time of now, as the server counts it. */
export function placeNow(place: number): TextPlace {
  return { place, at: serverMicroseconds(Date.now()) };
}

/** Without a network it stays in this browser: nobody waits for it. */
export async function sendPlace(id: number, { place, at }: TextPlace): Promise<void> {
  const request = { params: { path: { id } }, body: { place, at }, keepalive: true };
  await ask(api.PUT("/api/v1/entries/{id}/place", request)).catch(() => undefined);
}
