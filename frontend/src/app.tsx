// Everything around the pages: cache, router, language, look, notices.
import { CSPProvider } from "@base-ui/react/csp-provider";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { onSignedOut, translateRefusalsBy } from "./api/client";
import { LanguageProvider } from "./components/layout/language-provider";
import { Toaster } from "./components/ui/toaster";
import { watchInstallOffer } from "./device/install";
import type { Language } from "./lib/languages";
import { forget, recall } from "./lib/local-store";
import { pause } from "./lib/pause";
import { pageLanguage } from "./lib/readers-words";
import { takeEarlyAnswers } from "./queries/early";
import { keys } from "./queries/keys";
import { createQueryClient } from "./queries/query-client";
import { createAppRouter } from "./router";

const client = createQueryClient();
const router = createAppRouter(client);
const LONGEST = 1_000;

/** Return when the first page is ready to be rendered; until then its outline is shown. */
export async function loadFirstPage(): Promise<void> {
  takeEarlyAnswers(client, location);
  await pause(0); // two short tasks instead of a long one
  await Promise.race([router.load(), pause(LONGEST)]);
}

onSignedOut(() => {
  const isHere = client.getQueryData(keys.me) !== undefined;
  // Without a session before, there is none to lose.
  if (!isHere && !recall("account")) return;
  const { href } = router.state.location;
  forget("account");
  void import("./device/leave")
    .then(({ sessionEnded }) => sessionEnded())
    .catch(() => undefined); // nothing can be kept here, so nothing is
  // It ended while nothing was open: the guard leads to the sign-in page.
  if (!isHere) return;
  client.clear();
  void router.navigate({ to: "/login", search: { next: href } });
});

translateRefusalsBy(async (refusal) => {
  const { refusalWords } = await import("./lib/server-words");
  return refusalWords(pageLanguage(), refusal);
});

watchInstallOffer();
// What only matters later does not compete with the first page.
setTimeout(() => {
  const open = (address: string) => router.history.push(address);
  void import("./offline/start").then(async ({ startOffline }) => {
    await pause(0); // to load it was one task, to start it is another
    startOffline({ client, open });
  });
}, 1_500);

export function App({ firstLanguage }: { firstLanguage: Language }) {
  return (
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={client}>
        <LanguageProvider first={firstLanguage}>
          <RouterProvider router={router} />
          <Toaster />
        </LanguageProvider>
      </QueryClientProvider>
    </CSPProvider>
  );
}
