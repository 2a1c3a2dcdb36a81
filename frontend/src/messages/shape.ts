// What messages are made of: plain text with {names}, or plural forms chosen by {count}.

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
