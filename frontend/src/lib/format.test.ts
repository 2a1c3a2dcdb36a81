import { expect, test } from "vitest";
import { formatBytes, formatCount, formatNumber, minutesAt } from "./format";
import { DEFAULTS } from "./preferences";

test.each(["en", "pt-BR", "pl"])("%s: numbers are written as browsers write them", (locale) => {
  const browsers = new Intl.NumberFormat(locale);
  for (let tenths = 0; tenths < 12_000; tenths += 1) {
    const value = tenths / 10;
    expect(formatNumber(locale, value)).toBe(browsers.format(value));
  }
  for (const value of [-3, 0.25, 12.345, 1e6, 1234.5]) {
    expect(formatNumber(locale, value)).toBe(browsers.format(value));
  }
});

test("sizes step by a thousand, in the reader's language", () => {
  expect(formatBytes("en", 0)).toBe("0 bytes");
  expect(formatBytes("en", 1500)).toBe("1.5 kB");
  expect(formatBytes("pt-BR", 2_340_000)).toBe("2,3 MB");
  expect(formatBytes("pl", 1)).toBe("1 bajt");
});

test.each(["en", "pt-BR", "pl"])("%s: sizes are written as browsers write them", (locale) => {
  const unit = (name: string) =>
    new Intl.NumberFormat(locale, { style: "unit", unit: name, maximumFractionDigits: 1 });
  for (const size of [1, 1.5, 9.96, 12.34, 320, 999.9]) {
    expect(formatBytes(locale, size * 1e3)).toBe(unit("kilobyte").format(size));
    expect(formatBytes(locale, size * 1e6)).toBe(unit("megabyte").format(size));
    expect(formatBytes(locale, size * 1e9)).toBe(unit("gigabyte").format(size));
    expect(formatBytes(locale, size * 1e12)).toBe(unit("terabyte").format(size));
  }
});

test("large counts are short", () => {
  expect(formatCount("en", 999)).toBe("999");
  expect(formatCount("en", 1234)).toBe("1.2K");
});

test.each([
  [230, 6, 6],
  [115, 6, 12],
  [460, 6, 3],
  [1000, 2, 1],
  [60, 1, 1],
  [230, null, null],
])("at %d words a minute, %j usual minutes are %j", (speed, minutes, own) => {
  expect(minutesAt(speed, minutes)).toBe(own);
});

test("whoever has chosen nothing sees what the server says", () => {
  expect(minutesAt(DEFAULTS.wordsPerMinute, 17)).toBe(17);
});
