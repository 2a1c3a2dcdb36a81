// Light: it comes with the first page, the player itself when something first plays.
import { createShared } from "@/lib/shared-value";

/** Whether something has played, so that the shell has a player to show. */
export const hasAudioBegun = createShared(false);
