// Marks: what a reader can say of entries. Values, so that they can be sent, queued,
// merged and taken back alike.

export type Mark =
  | { kind: "read"; ids: number[]; read: boolean }
  | { kind: "star"; ids: number[]; starred: boolean }
  | { kind: "tag"; ids: number[]; tag: string; tagged: boolean };

/** Return the mark that takes another one back. */
export function opposite(mark: Mark): Mark {
  switch (mark.kind) {
    case "read":
      return { ...mark, read: !mark.read };
    case "star":
      return { ...mark, starred: !mark.starred };
    case "tag":
      return { ...mark, tagged: !mark.tagged };
  }
}
