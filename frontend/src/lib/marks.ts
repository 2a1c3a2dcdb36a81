// Marks: what a reader can say of entries. Values, so that they can be sent, stored and merged.

export type Mark =
  | { kind: "read"; ids: number[]; read: boolean }
  // `version` is the one that the reader saw: a star keeps it.
  | { kind: "star"; ids: number[]; starred: boolean; version?: number }
  | { kind: "tag"; ids: number[]; tag: string; tagged: boolean };
