// The subscriptions that are being dragged from the list to a folder; empty: none. Browsers
// hide what is dragged until it is dropped, so it is kept here.
let dragged: readonly number[] = [];

export function dragFeeds(ids: readonly number[]): void {
  dragged = ids;
}

export function draggedFeeds(): readonly number[] {
  return dragged;
}
