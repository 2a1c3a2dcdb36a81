// Work that only one page of this browser may do at a time.

/** Wait for the lock. Browsers have locks on secure addresses only; elsewhere, where there
 * is no service worker either, what is done twice must do no harm. */
export async function withLock<Result>(
  name: string,
  work: () => Promise<Result>,
): Promise<Result> {
  if (!navigator.locks) return await work();
  return await navigator.locks.request(name, work);
}
