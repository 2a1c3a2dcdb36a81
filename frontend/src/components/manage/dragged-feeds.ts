// The subscriptions that are being dragged from the list to a folder; empty: none. Browsers
// hide what is dragged until it is dropped, so it is kept here.
const drag: { feeds: readonly number[] } = { feeds: [] };

export function dragFeeds(ids: readonly number[]): void {
  drag.feeds = ids;
}

export function draggedFeeds(): readonly number[] {
  return drag.feeds;
}
