// When a digest comes, in the reader's words, and what one is like at first. Pure.
import type { components } from "@/api/schema";

type PlanFields = components["schemas"]["PlanFields"];
type Plan = components["schemas"]["PlanView"];

export const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
/** 0 is Monday. */
export const WEEKDAYS = [0, 1, 2, 3, 4, 5, 6] as const;
export const LENGTHS = [5, 10, 20, 30, 50, 100] as const;

export function defaultPlan(timeZone: string): PlanFields {
  return {
    every: "daily",
    weekday: 0,
    hour: 7,
    time_zone: timeZone,
    length: 20,
    language: null,
    by_mail: false,
  };
}

export function planFields({ next_at: _, ...fields }: Plan): PlanFields {
  return fields;
}

/** Return the lengths to choose from; one that was set elsewhere stays among them. */
export function lengthsWith(length: number): number[] {
  return [...new Set([...LENGTHS, length])].sort((one, other) => one - other);
}

export function hourName(locale: string, hour: number): string {
  return new Intl.DateTimeFormat(locale, { timeStyle: "short", timeZone: "UTC" }).format(
    Date.UTC(2026, 0, 5, hour),
  );
}

export function weekdayName(locale: string, weekday: number): string {
  // The fifth of January 2026 was a Monday.
  return new Intl.DateTimeFormat(locale, { weekday: "long", timeZone: "UTC" }).format(
    Date.UTC(2026, 0, 5 + weekday),
  );
}

/** Return the weekdays as the reader's calendar has them: from Monday, or from Sunday. */
export function weekdaysFrom(firstDay: number): number[] {
  return WEEKDAYS.map((place) => (firstDay - 1 + place) % 7);
}

/** Return the reader's first day of the week, 1 for Monday; Monday where it is not known. */
export function firstDayOf(locale: string): number {
  const known = new Intl.Locale(locale) as Intl.Locale & {
    getWeekInfo?: () => { firstDay: number };
  };
  return known.getWeekInfo?.().firstDay ?? 1;
}

export type MailTrouble = "noMail" | "noAddress" | "unproven" | "unprovable";

/** Return why a digest cannot be sent, or null if it can. */
export function mailTrouble(
  { mail, providers }: { mail: boolean; providers: readonly string[] },
  { email, email_proven }: { email: string | null; email_proven: boolean },
): MailTrouble | null {
  if (!mail) return "noMail";
  if (email === null) return "noAddress";
  if (email_proven) return null;
  return providers.length > 0 ? "unproven" : "unprovable";
}
