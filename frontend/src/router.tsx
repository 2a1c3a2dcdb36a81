// The tree of pages. Each is loaded when first visited.
import type { QueryClient } from "@tanstack/react-query";
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from "@tanstack/react-router";
import { NotFoundPage, PageError, PagePending } from "./components/layout/page-states";
import { readSearch } from "./lib/list-scope";
import { earlyAnswers, earlyHealth } from "./queries/early";
import { readSignInSearch, requireSession, startAtHome } from "./routes/guards";

const root = createRootRouteWithContext<{ client: QueryClient }>()({});

const firstPages = () => import("./routes/reading/first-pages");

const signedIn = createRoute({
  getParentRoute: () => root,
  id: "signed-in",
  beforeLoad: async ({ context, location, preload }) => {
    await requireSession(context.client, location.href);
    await earlyAnswers();
    if (!preload) startAtHome(location.href);
  },
  component: lazyRouteComponent(firstPages, "Shell"),
});

const reading = createRoute({
  getParentRoute: () => signedIn,
  id: "reading",
  validateSearch: readSearch,
  component: lazyRouteComponent(firstPages, "ReadingPage"),
});

// They have no component: the reading page above them looks at the address, so that it
// stays mounted, with its scroll place, from list to list and entry to entry.
const readingPages = (
  [
    "/",
    "/all",
    "/starred",
    "/search",
    "/search/$id",
    "/feed/$id",
    "/folder/$id",
    "/tag/$name",
  ] as const
).map((path) => createRoute({ getParentRoute: () => reading, path }));

const pages = [
  createRoute({
    getParentRoute: () => signedIn,
    path: "/entry/$id",
    component: lazyRouteComponent(() => import("./routes/entry"), "EntryPage"),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: "/stories",
    component: lazyRouteComponent(() => import("./routes/stories"), "StoriesPage"),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: "/stories/$id",
    component: lazyRouteComponent(() => import("./routes/stories"), "StoryPage"),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: "/subscribe",
    component: lazyRouteComponent(() => import("./routes/subscribe"), "SubscribePage"),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: "/health",
    loader: ({ context }) => earlyHealth(context.client),
    component: lazyRouteComponent(() => import("./routes/health"), "HealthPage"),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: "/highlights",
    component: lazyRouteComponent(() => import("./routes/highlights"), "HighlightsPage"),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: "/share",
    component: lazyRouteComponent(() => import("./routes/share"), "SharePage"),
  }),
];

const manage = section(
  "/manage",
  "/manage/subscriptions",
  lazyRouteComponent(() => import("./routes/manage/manage-page"), "ManagePage"),
  {
    subscriptions: lazyRouteComponent(
      () => import("./routes/manage/subscriptions"),
      "SubscriptionsPage",
    ),
    rules: lazyRouteComponent(() => import("./routes/manage/rules"), "RulesPage"),
    searches: lazyRouteComponent(() => import("./routes/manage/searches"), "SearchesPage"),
    tags: lazyRouteComponent(() => import("./routes/manage/tags"), "TagsPage"),
  },
);

const settings = section(
  "/settings",
  "/settings/appearance",
  lazyRouteComponent(() => import("./routes/settings/settings-page"), "SettingsPage"),
  {
    appearance: lazyRouteComponent(
      () => import("./routes/settings/appearance"),
      "AppearancePage",
    ),
    reading: lazyRouteComponent(
      () => import("./routes/settings/reading"),
      "ReadingSettingsPage",
    ),
    keyboard: lazyRouteComponent(() => import("./routes/settings/keyboard"), "KeyboardPage"),
    account: lazyRouteComponent(() => import("./routes/settings/account"), "AccountPage"),
    sessions: lazyRouteComponent(() => import("./routes/settings/sessions"), "SessionsPage"),
    tokens: lazyRouteComponent(() => import("./routes/settings/tokens"), "TokensPage"),
    data: lazyRouteComponent(() => import("./routes/settings/data"), "DataPage"),
    ai: lazyRouteComponent(() => import("./routes/settings/ai"), "AiSettingsPage"),
    notifications: lazyRouteComponent(
      () => import("./routes/settings/notifications"),
      "NotificationsPage",
    ),
    webhooks: lazyRouteComponent(() => import("./routes/settings/webhooks"), "WebhooksPage"),
    offline: lazyRouteComponent(() => import("./routes/settings/offline"), "OfflinePage"),
    publish: lazyRouteComponent(() => import("./routes/settings/publish"), "PublishPage"),
    digest: lazyRouteComponent(() => import("./routes/settings/digest"), "DigestPage"),
  },
);

const admin = section(
  "/admin",
  "/admin/overview",
  lazyRouteComponent(() => import("./routes/admin/admin-page"), "AdminPage"),
  {
    overview: lazyRouteComponent(() => import("./routes/admin/overview"), "OverviewPage"),
    users: lazyRouteComponent(() => import("./routes/admin/users"), "UsersPage"),
    feeds: lazyRouteComponent(() => import("./routes/admin/feeds"), "AdminFeedsPage"),
    jobs: lazyRouteComponent(() => import("./routes/admin/jobs"), "JobsPage"),
    ai: lazyRouteComponent(() => import("./routes/admin/ai"), "AdminAiPage"),
  },
);

const doors = [
  createRoute({
    getParentRoute: () => root,
    path: "/login",
    validateSearch: readSignInSearch,
    component: lazyRouteComponent(() => import("./routes/login"), "LoginPage"),
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/register",
    validateSearch: readSignInSearch,
    component: lazyRouteComponent(() => import("./routes/register"), "RegisterPage"),
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/invite",
    validateSearch: readSignInSearch,
    component: lazyRouteComponent(() => import("./routes/register"), "RegisterPage"),
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/forgot-password",
    component: lazyRouteComponent(
      () => import("./routes/forgot-password"),
      "ForgotPasswordPage",
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/reset-password",
    validateSearch: readSignInSearch,
    component: lazyRouteComponent(() => import("./routes/reset-password"), "ResetPasswordPage"),
  }),
];

type PageComponent = ReturnType<typeof lazyRouteComponent>;

/** A page with a list of pages inside; its bare address leads to the first of them. */
function section(
  path: string,
  first: string,
  component: PageComponent,
  inside: Record<string, PageComponent>,
) {
  const frame = createRoute({
    getParentRoute: () => signedIn,
    path,
    component,
  });
  const index = createRoute({
    getParentRoute: () => frame,
    path: "/",
    beforeLoad: () => {
      throw redirect({ to: first as "/", replace: true });
    },
  });
  const children = Object.entries(inside).map(([child, page]) =>
    createRoute({ getParentRoute: () => frame, path: child, component: page }),
  );
  return frame.addChildren([index, ...children]);
}

const tree = root.addChildren([
  signedIn.addChildren([reading.addChildren(readingPages), ...pages, manage, settings, admin]),
  ...doors,
]);

export function createAppRouter(client: QueryClient) {
  return createRouter({
    routeTree: tree,
    context: { client },
    defaultPreload: "intent",
    defaultNotFoundComponent: NotFoundPage,
    defaultErrorComponent: PageError,
    defaultPendingComponent: PagePending,
    // The lists keep their own place; the router would jump to the top of the page.
    scrollRestoration: false,
  });
}
