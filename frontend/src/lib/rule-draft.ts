// A rule while it is being written: rows that may be incomplete, and what the server wants. Pure.
import type { components } from "@/api/schema";

type Schemas = components["schemas"];
type NewRule = Schemas["NewRule"];
type Condition = NewRule["conditions"][number];
type Action = NewRule["actions"][number];

export const CONDITION_FIELDS = [
  "title",
  "text",
  "author",
  "url",
  "tag",
  "feed",
  "folder",
  "language",
  "score",
  "search",
] as const;
export type ConditionField = (typeof CONDITION_FIELDS)[number];

export const OPERATORS = {
  text: ["contains", "not_contains", "equals", "starts_with", "matches", "regex", "is_one_of"],
  place: ["equals", "is_one_of"],
  language: ["equals", "is_one_of"],
  score: ["above", "below"],
  search: ["finds"],
} as const;
export type FieldKind = keyof typeof OPERATORS;
export type Operator = (typeof OPERATORS)[FieldKind][number];

export const ACTION_KINDS = ["mark_read", "star", "hide", "tag", "notify", "webhook"] as const;
export type ActionKind = (typeof ACTION_KINDS)[number];

export interface DraftCondition {
  key: number;
  field: ConditionField;
  operator: Operator;
  /** What is typed; several are parted by commas. Ids of feeds and folders as well, and
   * scores of 100. */
  value: string;
}

export interface DraftAction {
  key: number;
  kind: ActionKind;
  value: string; // the tag, or the id of the webhook
}

export interface RuleDraft {
  name: string;
  match: "all" | "any";
  conditions: DraftCondition[];
  actions: DraftAction[];
}

export const NEW_RULE: RuleDraft = {
  name: "",
  match: "all",
  conditions: [{ key: 1, field: "title", operator: "contains", value: "" }],
  actions: [{ key: 2, kind: "mark_read", value: "" }],
};

/** What of an entry a rule can be made of. */
export interface RuleSource {
  author?: string;
  word?: string;
  tag?: string;
}

/** Return a rule that marks as read what has the same author, word or category. */
export function draftFrom({ author, word, tag }: RuleSource): RuleDraft {
  const [field, operator, value] = author
    ? (["author", "equals", author] as const)
    : tag
      ? (["tag", "equals", tag] as const)
      : (["title", "contains", word ?? ""] as const);
  return { ...NEW_RULE, name: value, conditions: [{ key: 1, field, operator, value }] };
}

/** Return the words of a title that a rule could look for, the longest first. */
export function wordsOfTitle(title: string, most = 5): string[] {
  const words = title.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}'’-]*/gu) ?? [];
  const long = [...new Set(words.filter((word) => word.length > 3))];
  return long.sort((one, other) => other.length - one.length).slice(0, most);
}

/** Return what the address of a new rule says that it is made of. */
export function readSource(search: Record<string, unknown>): RuleSource | null {
  const said = (name: string) => {
    const value = search[name];
    return typeof value === "string" || typeof value === "number" ? String(value) : "";
  };
  const source: RuleSource = {};
  for (const name of ["author", "word", "tag"] as const) {
    if (said(name)) source[name] = said(name).slice(0, 500);
  }
  return Object.keys(source).length > 0 ? source : null;
}

export function fieldKind(field: ConditionField): FieldKind {
  if (field === "feed" || field === "folder") return "place";
  return field === "language" || field === "score" || field === "search" ? field : "text";
}

/** Return a condition about another field: the operator stays if it fits, the value if it can. */
export function withField(condition: DraftCondition, field: ConditionField): DraftCondition {
  const before = fieldKind(condition.field);
  const kind = fieldKind(field);
  const operators: readonly Operator[] = OPERATORS[kind];
  const operator = operators.includes(condition.operator)
    ? condition.operator
    : OPERATORS[kind][0];
  const keepsValue = before === kind && (kind !== "place" || condition.field === field);
  return { ...condition, field, operator, value: keepsValue ? condition.value : "" };
}

export function nextKey({ conditions, actions }: RuleDraft): number {
  return Math.max(0, ...conditions.map((one) => one.key), ...actions.map((one) => one.key)) + 1;
}

/** Return a condition for the server; null: something is missing. */
export function readyCondition({ field, operator, value }: DraftCondition): Condition | null {
  const texts = valuesOf(value);
  const kind = fieldKind(field);
  if (texts.length === 0) return null;
  if (kind === "score") {
    const percent = Number(value.replace(",", "."));
    if (!(percent >= 0 && percent <= 100)) return null;
    return { field, operator, value: percent / 100 } as Condition;
  }
  if (kind === "place") {
    const ids = texts.map(Number).filter((id) => Number.isInteger(id) && id > 0);
    if (ids.length === 0) return null;
    return { field, operator, value: operator === "is_one_of" ? ids : ids[0] } as Condition;
  }
  const said = operator === "is_one_of" ? texts : value.trim();
  return { field, operator, value: said } as Condition;
}

export function readyConditions(draft: RuleDraft): Condition[] | null {
  const ready = draft.conditions.map(readyCondition);
  if (ready.length === 0) return null;
  return ready.every((one): one is Condition => one !== null) ? ready : null;
}

export function readyAction({ kind, value }: DraftAction): Action | null {
  const said = value.trim();
  if (kind === "tag") return said === "" ? null : { do: "tag", tag: said };
  if (kind === "webhook") return said === "" ? null : { do: "webhook", webhook_id: said };
  return { do: kind };
}

/** Return a rule for the server; null: something is missing. */
export function readyRule(draft: RuleDraft, enabled: boolean): NewRule | null {
  const conditions = readyConditions(draft);
  const actions = draft.actions.map(readyAction);
  const areReady = actions.every((one): one is Action => one !== null);
  if (draft.name.trim() === "" || !conditions || !areReady || actions.length === 0) return null;
  return { name: draft.name.trim(), enabled, match: draft.match, conditions, actions };
}

export function draftOf(rule: Schemas["RuleView"]): RuleDraft {
  const conditions = rule.conditions.map((one, place) => ({
    key: place,
    field: one.field as ConditionField,
    operator: one.operator as Operator,
    value: draftValue(one),
  }));
  const actions = rule.actions.map((one, place) => ({
    key: conditions.length + place,
    kind: one.do as ActionKind,
    value: "tag" in one ? one.tag : "webhook_id" in one ? one.webhook_id : "",
  }));
  return { name: rule.name, match: rule.match, conditions, actions };
}

function draftValue({ field, value }: Schemas["RuleView"]["conditions"][number]): string {
  if (Array.isArray(value)) return value.join(", ");
  // Scores are shares for the server, and of 100 wherever they are shown.
  return String(field === "score" ? Number((Number(value) * 100).toFixed(2)) : value);
}

export function valuesOf(value: string): string[] {
  return value
    .split(",")
    .map((one) => one.trim())
    .filter((one) => one !== "");
}

/** Return ids in a new order: one of them a step up or down. */
export function stepped<Id>(ids: readonly Id[], id: Id, step: 1 | -1): Id[] {
  const place = ids.indexOf(id);
  const other = ids[place + step];
  if (place < 0 || other === undefined) return [...ids];
  return ids.with(place, other).with(place + step, id);
}
