// Brings together what works without a network: the worker, the store, the queue, push.
// Loaded after the first page is there; nothing on screen waits for it.
import type { Query, QueryClient } from "@tanstack/react-query";
import type { Account } from "@/api/types";
import { showBadge } from "@/device/badge";
import { broadcast, onBroadcast } from "@/device/channel";
import { shutDatabase } from "@/device/database";
import { follow, type Happening } from "@/device/follow";
import { isInstalled } from "@/device/install";
import { makeRoom } from "@/device/leave";
import { pending } from "@/device/log/log";
import { claim } from "@/device/ownership";
import { renewPush } from "@/device/push-device";
import { update } from "@/device/status";
import { markRows, readRows, writeFact } from "@/device/store";
import type { ToPage } from "@/device/worker-messages";
import type { Connection } from "@/lib/connection";
import { chooseLanguage } from "@/lib/languages";
import { leaveFor } from "@/lib/leave-for";
import { shutStore } from "@/lib/local-store";
import { type Preferences, pictureMode, readPreferences } from "@/lib/preferences";
import { askAgain, hasKeptAnswers } from "@/queries/kept";
import { keys } from "@/queries/keys";
import { shownCounts } from "@/queries/shown";
import { toast } from "@/state/toasts";
import { createFiller, type Filler } from "./filler";
import { keepAnswers } from "./keep-answers";
import { dropSent, onNews, sendQuietly, showWaiting, takeOverLines } from "./sending";
import { registerWorker } from "./worker";

export interface App {
  client: QueryClient;
  open: (address: string) => void;
}

export function startOffline(app: App): void {
  const { client } = app;
  const filler = createFiller(() => limitsOf(preferencesOf(client)));
  session.fillNow = () => void filler.run();
  // Others load these only when the network is gone; without a worker it is too late then.
  void Promise.all([import("@/device/log/outbox"), import("@/device/store")]).catch(
    () => undefined,
  );
  void registerWorker({
    onUpdate: (use) => update.set(use),
    onMessage: (message) => onWorkerMessage(app, message),
  });
  onBroadcast((news, isOurs) => {
    if (news.kind === "wiped") onSignedOut(filler, isOurs);
    else if (news.kind === "claimed") onClaimed(news.owner);
    else void onNews(client, news).catch(() => undefined);
  });
  follow((happening) => void updateStore(filler, happening).catch(() => undefined));
  keepAnswers(client, {
    onAnswer: (query) => onAnswer(client, filler, query),
    isReady: () => session.claimed,
  });
  pending.subscribe(() => showUnread(client));
  addEventListener("online", sendQuietly);
  addEventListener("focus", sendQuietly);
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden && accountOf(client)) void filler.ifOld().catch(() => undefined);
  });
}

function onAnswer(client: QueryClient, filler: Filler, { queryKey, state }: Query): void {
  switch (queryKey[0]) {
    case "me":
      void onSignedIn(client, filler).catch(() => undefined);
      showUnread(client); // or no longer: its reader may have chosen so
      break;
    case "counts":
      showUnread(client);
      break;
    case "connection":
      if ((state.data as Connection).state === "live") onConnected(client);
      break;
  }
}

interface Session {
  fillNow: () => void;
  accountId: number | null; // whose store it is; null: nobody is signed in
  claimed: Promise<void>; // the store is theirs
}

const session: Session = {
  fillNow: () => undefined,
  accountId: null,
  claimed: Promise.resolve(),
};

/** Fill the store without waiting for a quiet moment: its reader asks for it. */
export function startFilling(): void {
  session.fillNow();
}

function onSignedOut(filler: Filler, isOurs: boolean): void {
  filler.stop();
  const wasHere = session.accountId !== null;
  session.accountId = null;
  // Another page of this browser signed out: this one has nothing to show either.
  if (!wasHere || isOurs) return;
  shutStore();
  shutDatabase();
  leaveFor("/login");
}

/** Another account signed in beside this one: what is marked here would be marked for it. */
function onClaimed(owner: number): void {
  if (session.accountId !== null && session.accountId !== owner) leaveFor("/");
}

/** Someone is signed in: the store becomes theirs, and what waits is sent. */
async function onSignedIn(client: QueryClient, filler: Filler): Promise<void> {
  const account = accountOf(client);
  if (!account) return;
  const { language } = readPreferences(account.preferences);
  if (session.accountId !== account.id) {
    session.accountId = account.id;
    broadcast({ kind: "claimed", owner: account.id });
    session.claimed = claim(account.id, makeRoom);
    await session.claimed;
    void takeOverLines(account.id).catch(() => undefined);
    await showWaiting();
    await dropSent();
    sendQuietly();
    filler.start();
    void renewPush().catch(() => undefined);
    // Whoever installed it wants it to last; in a tab, only on request: browsers ask back.
    if (isInstalled()) void navigator.storage?.persist?.();
  }
  // The service worker has no other way to know in which language to speak.
  await writeFact("language", chooseLanguage(language, navigator.languages));
}

/** The server answers again. */
function onConnected(client: QueryClient): void {
  sendQuietly();
  if (hasKeptAnswers()) askAgain(client);
}

async function updateStore(filler: Filler, happening: Happening): Promise<void> {
  switch (happening.kind) {
    case "mark":
      return await markRows(happening.mark);
    case "all-read":
      return await readRows(happening.feedIds, happening.isBefore);
    case "changed":
      return filler.reload(happening.ids);
    case "arrived":
      return filler.soon();
    case "doubted": // is loaded again, and then announced
      return;
  }
}

function onWorkerMessage({ client, open }: App, message: ToPage): void {
  if (message.kind === "open") {
    open(message.url);
    return;
  }
  // With a live connection the page has shown it already.
  const connection = client.getQueryData<Connection>(["connection"]);
  if (connection?.state === "live") return;
  toast({ text: [message.notice.title, message.notice.body].filter(Boolean).join(": ") });
}

function accountOf(client: QueryClient): Account | undefined {
  return client.getQueryData<Account>(keys.me);
}

function preferencesOf(client: QueryClient): Preferences {
  return readPreferences(accountOf(client)?.preferences);
}

function showUnread(client: QueryClient): void {
  const counts = shownCounts(client);
  if (counts) void showBadge(preferencesOf(client).countOnIcon ? counts.unread : 0);
}

function limitsOf({ offlineEntries, offlineImageMegabytes, pictures }: Preferences) {
  return {
    entries: offlineEntries,
    pictureMegabytes: pictureMode(pictures) === "show" ? offlineImageMegabytes : 0,
  };
}
