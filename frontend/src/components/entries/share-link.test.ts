import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { share } from "./share-link";

const writeText = vi.fn(async (_text: string) => undefined);

beforeEach(() => vi.stubGlobal("navigator", { clipboard: { writeText } }));
afterEach(() => vi.unstubAllGlobals());

test.each([
  [{ title: "Fog", url: "https://a.example/fog" }, "https://a.example/fog"],
  [{ title: "Fog", text: "“Thick”", url: "https://a.example/" }, "“Thick”\nhttps://a.example/"],
  [{ title: "Fog" }, "Fog"],
])("without a share sheet, what is shared is copied (%#)", async (shared, copied) => {
  expect(await share(shared)).toBe("copied");
  expect(writeText).toHaveBeenLastCalledWith(copied);
});
