// Whose entries are kept here. Another account on this device finds nothing of them.
import { api, ask } from "@/api/client";
import { database, dropEverything, OWNER } from "./database";

const PATIENCE = 15_000;

/** Let an account have the store; what another one left is forgotten, with all that
 * `makeRoom` takes away. */
export async function claim(userId: number, makeRoom: () => Promise<void>): Promise<void> {
  const db = await database();
  const owner = await db.get("facts", OWNER);
  if (owner === userId) return;
  if (owner !== undefined) await makeRoom();
  await dropEverything();
  await db.put("facts", userId, OWNER);
}

export async function isStoreOf(userId: number): Promise<boolean> {
  return (await (await database()).get("facts", OWNER)) === userId;
}

/** Whether the session of this browser is that of the account whose entries are here. */
export async function isOwners(): Promise<boolean> {
  const owner = await (await database()).get("facts", OWNER);
  if (owner === undefined) return false;
  const signal = AbortSignal.timeout(PATIENCE);
  return (await ask(api.GET("/api/v1/users/me", { signal }))).id === owner;
}
