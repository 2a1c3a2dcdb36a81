// Every page: its address, what loads it, and what it needs beside. The router and the first
// script are made of this list; `npm run pages` writes it down for the server and its tests.
import type { Sections, TitleIn } from "./lib/sections";

export interface PageParts {
  load: () => Promise<object>;
  component: string; // its name in what is loaded
  /** Messages of other areas that it shows, beside those named like its address. */
  areas?: readonly string[];
  /** It shows the progress of long work itself, so no notice does. */
  showsProgress?: boolean;
}

type Beside = Pick<PageParts, "areas" | "showsProgress">;

function page<Module extends object>(
  load: () => Promise<Module>,
  component: keyof Module & string,
  beside: Beside = {},
): PageParts {
  return { load, component, ...beside };
}

type Inside<Name extends keyof Sections> = readonly {
  title: TitleIn<Name> | null;
  pages: { readonly [Title in TitleIn<Name>]?: PageParts };
}[];

interface Section<Name extends keyof Sections> {
  frame: PageParts;
  inside: Inside<Name>;
}

// One page shows them all: it looks at the address, so that it stays mounted, with its scroll
// place, from list to list and entry to entry.
export const LISTS = [
  "/",
  "/all",
  "/starred",
  "/search",
  "/search/$id",
  "/feed/$id",
  "/folder/$id",
  "/tag/$name",
] as const;

/** The frame of all pages and the list, which most visits begin with, come as one file. */
export const firstPages = () => import("./routes/reading/first-pages");

const stories = () => import("./routes/stories");

export const PAGES: Readonly<Record<string, PageParts>> = {
  "/entry/$id": page(() => import("./routes/entry"), "EntryPage"),
  "/stories": page(stories, "StoriesPage"),
  "/stories/$id": page(stories, "StoryPage"),
  "/subscribe": page(() => import("./routes/subscribe"), "SubscribePage", {
    showsProgress: true,
  }),
  "/health": page(() => import("./routes/health"), "HealthPage", { areas: ["charts"] }),
  "/highlights": page(() => import("./routes/highlights"), "HighlightsPage", {
    areas: ["entry"],
  }),
  "/share": page(() => import("./routes/share"), "SharePage", { showsProgress: true }),
};

/** Pages with a list of pages inside, in their order; the bare address leads to the first. */
export const SECTIONS: { readonly [Name in keyof Sections]: Section<Name> } = {
  manage: {
    frame: page(() => import("./routes/manage/manage-page"), "ManagePage", {
      showsProgress: true,
    }),
    inside: [
      {
        title: null,
        pages: {
          subscriptions: page(
            () => import("./routes/manage/subscriptions"),
            "SubscriptionsPage",
            { areas: ["health"] },
          ),
          rules: page(() => import("./routes/manage/rules"), "RulesPage"),
          searches: page(() => import("./routes/manage/searches"), "SearchesPage"),
          tags: page(() => import("./routes/manage/tags"), "TagsPage"),
        },
      },
    ],
  },
  settings: {
    frame: page(() => import("./routes/settings/settings-page"), "SettingsPage"),
    inside: [
      {
        title: "groupLook",
        pages: {
          appearance: page(() => import("./routes/settings/appearance"), "AppearancePage"),
          reading: page(() => import("./routes/settings/reading"), "ReadingSettingsPage"),
          keyboard: page(() => import("./routes/settings/keyboard"), "KeyboardPage"),
        },
      },
      {
        title: "groupAccount",
        pages: {
          account: page(() => import("./routes/settings/account"), "AccountPage", {
            areas: ["auth"],
          }),
          sessions: page(() => import("./routes/settings/sessions"), "SessionsPage", {
            areas: ["account"],
          }),
          tokens: page(() => import("./routes/settings/tokens"), "TokensPage", {
            areas: ["account"],
          }),
        },
      },
      {
        title: "groupMore",
        pages: {
          notifications: page(
            () => import("./routes/settings/notifications"),
            "NotificationsPage",
          ),
          digest: page(() => import("./routes/settings/digest"), "DigestPage"),
          ai: page(() => import("./routes/settings/ai"), "AiSettingsPage", {
            areas: ["charts"],
          }),
          offline: page(() => import("./routes/settings/offline"), "OfflinePage"),
          publish: page(() => import("./routes/settings/publish"), "PublishPage"),
          webhooks: page(() => import("./routes/settings/webhooks"), "WebhooksPage"),
          data: page(() => import("./routes/settings/data"), "DataPage", {
            areas: ["subscribe"],
            showsProgress: true,
          }),
        },
      },
    ],
  },
  admin: {
    frame: page(() => import("./routes/admin/admin-page"), "AdminPage", {
      showsProgress: true,
    }),
    inside: [
      {
        title: null,
        pages: {
          overview: page(() => import("./routes/admin/overview"), "OverviewPage", {
            areas: ["charts", "health"],
          }),
          users: page(() => import("./routes/admin/users"), "UsersPage"),
          feeds: page(() => import("./routes/admin/feeds"), "AdminFeedsPage"),
          jobs: page(() => import("./routes/admin/jobs"), "JobsPage"),
          ai: page(() => import("./routes/admin/ai"), "AdminAiPage", {
            areas: ["account", "charts", "entry"],
          }),
        },
      },
    ],
  },
};

const register = () => import("./routes/register");

/** What one sees before one is signed in. */
export const BEFORE_SIGN_IN: Readonly<Record<string, PageParts>> = {
  "/login": page(() => import("./routes/login"), "LoginPage"),
  "/register": page(register, "RegisterPage"),
  "/invite": page(register, "RegisterPage"),
  "/forgot-password": page(() => import("./routes/forgot-password"), "ForgotPasswordPage"),
  "/reset-password": page(() => import("./routes/reset-password"), "ResetPasswordPage"),
};

/** Return the pages inside a section by their names, in order. */
export function pagesInside(name: string): Record<string, PageParts> {
  const section = Object.hasOwn(SECTIONS, name) ? SECTIONS[name as keyof Sections] : null;
  return Object.assign(
    Object.create(null),
    ...(section?.inside ?? []).map(({ pages }) => pages),
  );
}

/** Return all addresses as the router spells them, for the server and its tests. */
export function addresses() {
  const names = Object.keys(SECTIONS);
  const inside = names.flatMap((name) =>
    Object.keys(pagesInside(name)).map((one) => `/${name}/${one}`),
  );
  return {
    lists: [...LISTS],
    pages: [...Object.keys(PAGES), ...inside],
    sections: names.map((name) => `/${name}`), // lead to the first page inside
    before_sign_in: Object.keys(BEFORE_SIGN_IN),
  };
}
