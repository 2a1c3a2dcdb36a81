/** Load another page for good: going back does not show this one again, as it was. */
export function leaveFor(address: string): void {
  document.body.hidden = true;
  addEventListener("pageshow", () => location.reload());
  location.assign(address);
}
