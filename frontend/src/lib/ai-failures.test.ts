import { expect, test } from "vitest";
import en from "@/messages/en/entry";
import pl from "@/messages/pl/entry";
import ptBr from "@/messages/pt-BR/entry";
import { AI_FAILURES, aiFailureKey } from "./ai-failures";

test.each(Object.entries(AI_FAILURES))("%s has words in every language", (code, key) => {
  const said = [en[key], ptBr[key], pl[key]];
  expect(said.every((one) => one.length > 0)).toBe(true);
  expect(new Set(said).size).toBe(3);
  expect(aiFailureKey(code)).toBe(key);
});

test("what a newer server says is left to its own words", () => {
  expect(aiFailureKey("out_of_paper")).toBeNull();
  expect(aiFailureKey("toString")).toBeNull();
  expect(aiFailureKey(null)).toBeNull();
});
