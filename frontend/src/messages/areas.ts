// The areas that load when a page first needs them. Add yours: its English file is its type.

export interface LazyAreas {
  settings: typeof import("./en/settings").default;
  manage: typeof import("./en/manage").default;
  subscribe: typeof import("./en/subscribe").default;
  rules: typeof import("./en/rules").default;
  webhooks: typeof import("./en/webhooks").default;
  data: typeof import("./en/data").default;
  health: typeof import("./en/health").default;
  stories: typeof import("./en/stories").default;
  highlights: typeof import("./en/highlights").default;
  admin: typeof import("./en/admin").default;
  keyboard: typeof import("./en/keyboard").default;
  offline: typeof import("./en/offline").default;
  share: typeof import("./en/share").default;
  sidebar: typeof import("./en/sidebar").default;
  search: typeof import("./en/search").default;
  entry: typeof import("./en/entry").default;
  auth: typeof import("./en/auth").default;
  account: typeof import("./en/account").default;
  ai: typeof import("./en/ai").default;
  notifications: typeof import("./en/notifications").default;
  publish: typeof import("./en/publish").default;
  digest: typeof import("./en/digest").default;
  charts: typeof import("./en/charts").default;
  refusals: typeof import("./en/refusals").default;
}
