// Pushed messages: shown, or handed to a page that is being looked at; and what a click does.

import { readFact } from "@/device/store";
import { subscribeToPush } from "@/device/subscribe-push";
import type { ToPage } from "@/device/worker-messages";
import { chooseLanguage, LANGUAGES, type Language } from "@/lib/languages";
import english from "@/messages/en/push";
import polish from "@/messages/pl/push";
import portuguese from "@/messages/pt-BR/push";
import { notificationOf, readPushed, type Shown, type Words } from "./notification";

declare const self: ServiceWorkerGlobalScope;

const WORDS: Record<Language, Words> = { en: english, "pt-BR": portuguese, pl: polish };

export function listenToPush(): void {
  self.addEventListener("push", (event) => event.waitUntil(show(dataOf(event))));
  self.addEventListener("notificationclick", (event) => {
    event.notification.close();
    const { url } = event.notification.data as { url?: string };
    event.waitUntil(open(url ?? "/"));
  });
  self.addEventListener("pushsubscriptionchange", (event) => {
    (event as ExtendableEvent).waitUntil(subscribeToPush(self.registration.pushManager));
  });
}

function dataOf({ data }: PushEvent): unknown {
  try {
    return data?.json();
  } catch {
    return null;
  }
}

async function show(data: unknown): Promise<void> {
  const language = await readersLanguage();
  const pushed = readPushed(data);
  const shown = notificationOf(pushed, WORDS[language], language);
  // A test is to be seen as it will be; anything else a page shows itself.
  if (pushed?.tag !== "test" && (await isShownByPage(shown))) return;
  await self.registration.showNotification(shown.title, shown.options);
}

async function isShownByPage({ title, options }: Shown): Promise<boolean> {
  const pages = await windows();
  const seen = pages.filter((page) => page.visibilityState === "visible" && page.focused);
  const notice = { title, body: options.body, url: options.data.url };
  for (const page of seen) post(page, { kind: "pushed", notice });
  return seen.length > 0;
}

/** Bring a page of ours to the front, or open one. */
async function open(url: string): Promise<void> {
  const [page] = await windows();
  if (!page) {
    await self.clients.openWindow(url);
    return;
  }
  post(page, { kind: "open", url });
  await page.focus();
}

function windows(): Promise<readonly WindowClient[]> {
  return self.clients.matchAll({ type: "window" });
}

function post(page: WindowClient, message: ToPage): void {
  page.postMessage(message);
}

async function readersLanguage(): Promise<Language> {
  const kept = await readFact<string>("language").catch(() => undefined);
  const known = LANGUAGES.find((one) => one === kept);
  return known ?? chooseLanguage("auto", self.navigator.languages);
}
