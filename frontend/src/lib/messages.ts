// Messages with their values, chosen and filled in. Pure.
import type { Message } from "@/messages/shape";
import { formatNumber, kept } from "./format";

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

/** The messages that need no values: titles, for instance. */
export type PlainKey<Source> = {
  [Key in keyof Source]: Values<Source[Key]> extends [] ? Key & string : never;
}[keyof Source];

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
