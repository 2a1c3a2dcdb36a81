import { expect, test } from "vitest";
import enHealth from "@/messages/en/health";
import enWebhooks from "@/messages/en/webhooks";
import plHealth from "@/messages/pl/health";
import plWebhooks from "@/messages/pl/webhooks";
import ptBrHealth from "@/messages/pt-BR/health";
import ptBrWebhooks from "@/messages/pt-BR/webhooks";
import { WEBHOOK_FAILURES, webhookFailureWords } from "./webhook-failures";

const HEALTH = [enHealth, ptBrHealth, plHealth];
const WEBHOOKS = [enWebhooks, ptBrWebhooks, plWebhooks];

test.each(Object.entries(WEBHOOK_FAILURES))("%s has words in every language", (code, words) => {
  const [area, key] = words;
  const said =
    area === "health" ? HEALTH.map((one) => one[key]) : WEBHOOKS.map((one) => one[key]);
  expect(said.every((one) => one.length > 0)).toBe(true);
  expect(new Set(said).size).toBe(3);
  expect(webhookFailureWords(code)).toBe(words);
});

test("what a newer server says, or an old message, is left to the server's words", () => {
  expect(webhookFailureWords("out_of_paper")).toBeNull();
  expect(webhookFailureWords("toString")).toBeNull();
  expect(webhookFailureWords(null)).toBeNull();
});
