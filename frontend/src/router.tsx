// The tree of pages, made of the list in pages.ts. Each is loaded when first visited.
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
import type { SectionName, Sections } from "./lib/sections";
import {
  BEFORE_SIGN_IN,
  firstPages,
  LISTS,
  PAGES,
  type PageParts,
  pagesInside,
  SECTIONS,
} from "./pages";
import { earlyAnswers, earlyHealth } from "./queries/early";
import { readSignInSearch, requireSession, startAtHome } from "./routes/guards";

declare module "@tanstack/react-router" {
  interface StaticDataRouteOption {
    showsProgress?: boolean;
  }
}

interface Context {
  client: QueryClient;
  sections: Sections;
}

const root = createRootRouteWithContext<Context>()({});

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

const lists = LISTS.map((path) => createRoute({ getParentRoute: () => reading, path }));

// What is asked early for one page alone.
const LOADERS: Readonly<Record<string, (client: QueryClient) => Promise<void>>> = {
  "/health": earlyHealth,
};

const pages = Object.entries(PAGES).map(([path, parts]) =>
  createRoute({
    getParentRoute: () => signedIn,
    path,
    loader: ({ context }) => LOADERS[path]?.(context.client),
    ...shown(parts),
  }),
);

const sections = Object.keys(SECTIONS).map((name) => {
  const inside = Object.entries(pagesInside(name));
  const frame = createRoute({
    getParentRoute: () => signedIn,
    path: `/${name}`,
    ...shown(SECTIONS[name as SectionName].frame),
  });
  const index = createRoute({
    getParentRoute: () => frame,
    path: "/",
    beforeLoad: () => {
      throw redirect({ to: `/${name}/${inside[0]?.[0]}`, replace: true });
    },
  });
  const children = inside.map(([path, parts]) =>
    createRoute({ getParentRoute: () => frame, path, ...shown(parts) }),
  );
  return frame.addChildren([index, ...children]);
});

const beforeSignIn = Object.entries(BEFORE_SIGN_IN).map(([path, parts]) =>
  createRoute({
    getParentRoute: () => root,
    path,
    validateSearch: readSignInSearch,
    ...shown(parts),
  }),
);

function shown({ load, component, showsProgress = false }: PageParts) {
  const importer = load as () => Promise<Record<string, () => React.ReactNode>>;
  return {
    component: lazyRouteComponent(importer, component),
    staticData: { showsProgress },
  };
}

const tree = root.addChildren([
  signedIn.addChildren([reading.addChildren(lists), ...pages, ...sections]),
  ...beforeSignIn,
]);

/** Return which pages are inside which, for whoever leads there. */
export function sectionsOf(): Sections {
  const groups = Object.entries(SECTIONS).map(([name, { inside }]) => [
    name,
    inside.map(({ title, pages: within }) => ({ title, pages: Object.keys(within) })),
  ]);
  return Object.fromEntries(groups) as Sections;
}

export function createAppRouter(client: QueryClient) {
  return createRouter({
    routeTree: tree,
    context: { client, sections: sectionsOf() },
    defaultPreload: "intent",
    defaultNotFoundComponent: NotFoundPage,
    defaultErrorComponent: PageError,
    defaultPendingComponent: PagePending,
    // The lists keep their own place; the router would jump to the top of the page.
    scrollRestoration: false,
  });
}
