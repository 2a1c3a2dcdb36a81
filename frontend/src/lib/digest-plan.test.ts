import { expect, test } from "vitest";
import {
  defaultPlan,
  hourName,
  lengthsWith,
  mailTrouble,
  planFields,
  weekdayName,
  weekdaysFrom,
} from "./digest-plan";

test.each([
  ["en", 0, "Monday"],
  ["pl", 6, "niedziela"],
  ["pt-BR", 2, "quarta-feira"],
])("in %s, weekday %d is %s", (locale, weekday, name) => {
  expect(weekdayName(locale, weekday)).toBe(name);
});

test("hours read as the reader's clock has them", () => {
  expect(hourName("pl", 7)).toBe("07:00");
  expect(hourName("en", 19)).toMatch(/^7:00\sPM$/);
});

test("a week begins where the reader's calendar begins it", () => {
  expect(weekdaysFrom(1)).toEqual([0, 1, 2, 3, 4, 5, 6]);
  expect(weekdaysFrom(7)).toEqual([6, 0, 1, 2, 3, 4, 5]);
});

test("a length that was set elsewhere can be kept", () => {
  expect(lengthsWith(20)).toEqual([5, 10, 20, 30, 50, 100]);
  expect(lengthsWith(12)).toEqual([5, 10, 12, 20, 30, 50, 100]);
});

test("a plan is sent back without what the server reckons", () => {
  const fields = defaultPlan("Europe/Warsaw");
  expect(planFields({ ...fields, weekday: 3, next_at: 5 } as never)).toEqual({
    ...fields,
    weekday: 3,
  });
});

test.each([
  [false, ["oidc"], "ann@example.org", true, "noMail"],
  [true, ["oidc"], null, false, "noAddress"],
  [true, ["oidc"], "ann@example.org", false, "unproven"],
  [true, [], "ann@example.org", false, "unprovable"],
  [true, [], "ann@example.org", true, null],
])(
  "mail set up %s, sign-in services %j, address %s, proven %s: %s",
  (mail, providers, email, email_proven, trouble) => {
    expect(mailTrouble({ mail, providers }, { email, email_proven })).toBe(trouble);
  },
);
