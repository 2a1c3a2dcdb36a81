import { expect, test } from "vitest";
import {
  changesOf,
  draftOf,
  isReady,
  NEW_PUBLICATION,
  newPublication,
  type PublicationDraft,
  usesScores,
} from "./publication-draft";

const draft = (more: Partial<PublicationDraft>): PublicationDraft => ({
  ...NEW_PUBLICATION,
  title: "Worth reading",
  ...more,
});

test.each([
  [draft({}), { source: "starred" }],
  [draft({ source: "folder", of: "3" }), { source: "folder", folder_id: 3 }],
  [draft({ source: "tag", of: "sea" }), { source: "tag", tag: "sea" }],
  [draft({ source: "search", of: "0199" }), { source: "search", search_id: "0199" }],
])("only what the source needs is sent beside it", (given, expected) => {
  const { source, folder_id, tag, search_id } = newPublication(given);
  expect({ source, folder_id, tag, search_id }).toEqual({
    folder_id: undefined,
    tag: undefined,
    search_id: undefined,
    ...expected,
  });
});

test.each([
  [{}, true],
  [{ title: "  " }, false],
  [{ source: "folder" as const }, false],
  [{ source: "folder" as const, of: "3" }, true],
  [{ limit: 0 }, false],
  [{ limit: 201 }, false],
  [{ limit: Number.NaN }, false],
])("%j can be published: %s", (more, expected) => {
  expect(isReady(draft(more))).toBe(expected);
});

test("a ceiling that lets everything through is none", () => {
  const ceilings = { ...NEW_PUBLICATION.ceilings, framing: 35 };
  expect(changesOf(draft({ ceilings })).ceilings).toEqual({ framing: 0.35 });
  expect(changesOf(draft({})).ceilings).toEqual({});
  expect(usesScores(draft({ ceilings }))).toBe(true);
  expect(usesScores(draft({}))).toBe(false);
});

test("what is published comes back as the draft it was made from", () => {
  const made = draft({
    source: "folder",
    of: "3",
    ceilings: { ...NEW_PUBLICATION.ceilings, overall: 50 },
    neutral: true,
    limit: 20,
  });
  const { ceilings, ...rest } = changesOf(made);
  const published = {
    ...rest,
    id: "a",
    source: "folder" as const,
    folder_id: 3,
    tag: null,
    search_id: null,
    ceilings: ceilings as Record<string, number>,
    created_at: 1,
    changed_at: 1,
    addresses: null,
  };
  expect(draftOf(published)).toEqual(made);
});
