// Messages as values: plain text with {names}, or plural forms chosen by {count}. Pure.
import { formatNumber, kept } from "./format";

export interface Plural {
  zero?: string;
  one?: string;
  two?: string;
  few?: string;
  many?: string;
  other: string;
}
export type Message = string | Plural;
export type Messages = Record<string, Message>;

/** The shape another language must have: the same keys, text for text, forms for forms. */
export type Translated<Source> = {
  readonly [Key in keyof Source]: Source[Key] extends string ? string : Plural;
};

type NamesIn<Text> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;
type TextOf<Source> = Source extends string
  ? Source
  : Source extends { other: infer Other }
    ? Other
    : never;
type Names<Source> = NamesIn<TextOf<Source>> | (Source extends string ? never : "count");

export type Values<Source> = [Names<Source>] extends [never]
  ? []
  : [values: { [Name in Names<Source>]: Name extends "count" ? number : string | number }];

/** `say("newEntries", { count: 3 })`: the key and its values are checked by the compiler. */
export type Say<Source> = <Key extends keyof Source>(
  key: Key,
  ...values: Values<Source[Key]>
) => string;

export function formatMessage(
  locale: string,
  message: Message,
  values: Record<string, string | number> = {},
): string {
  return chosen(locale, message, values).replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name];
    if (value === undefined) return whole;
    return typeof value === "number" ? formatNumber(locale, value) : value;
  });
}

function chosen(locale: string, message: Message, values: Record<string, string | number>) {
  if (typeof message === "string") return message;
  const rules = kept(`plural ${locale}`, () => new Intl.PluralRules(locale));
  const form = rules.select(Number(values.count ?? 0));
  return message[form] ?? message.other;
}
