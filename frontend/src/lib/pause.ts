/** Return after so many milliseconds, in a task of its own. */
export function pause(milliseconds: number): Promise<void> {
  return new Promise((done) => setTimeout(done, milliseconds));
}
