// The pages inside the settings, the managing and the administration, in their order. Pure.

export const SETTINGS_GROUPS = [
  { title: "groupLook", pages: ["appearance", "reading", "keyboard"] },
  { title: "groupAccount", pages: ["account", "sessions", "tokens"] },
  {
    title: "groupMore",
    pages: ["notifications", "digest", "ai", "offline", "publish", "webhooks", "data"],
  },
] as const;
export const SETTINGS_PAGES = SETTINGS_GROUPS.flatMap((group) => [...group.pages]);
export const MANAGE_PAGES = ["subscriptions", "rules", "searches", "tags"] as const;
export const ADMIN_PAGES = ["overview", "users", "feeds", "jobs", "ai"] as const;
