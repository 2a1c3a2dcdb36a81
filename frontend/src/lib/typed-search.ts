// When what is being typed is searched for: once it rests, and is more than half a filter. Pure.

const PAUSE = 350; // milliseconds

/** Searches for what is typed, when it rests. */
export class TypedSearch {
  private timer: ReturnType<typeof setTimeout> | undefined;

  private readonly search: (query: string) => void;

  constructor(search: (query: string) => void) {
    this.search = search;
  }

  /** Note what the field holds now; whatever waited is forgotten. */
  type(text: string): void {
    this.stop();
    const query = text.trim();
    if (!isHalfAFilter(query)) this.timer = setTimeout(() => this.search(query), PAUSE);
  }

  stop(): void {
    clearTimeout(this.timer);
  }
}

/** Whether it ends in a filter that has no value yet, such as `feed:`. */
export function isHalfAFilter(query: string): boolean {
  return /(?:^|[\s(-])[a-z_]+:"?$/i.test(query);
}
