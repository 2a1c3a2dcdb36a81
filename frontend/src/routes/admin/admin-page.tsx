import { Outlet } from "@tanstack/react-router";
import { Page } from "@/components/layout/page";
import { useMessages } from "@/lib/i18n";

const PAGES = ["overview", "users", "feeds", "jobs", "ai"] as const;

export function AdminPage() {
  const say = useMessages("admin");
  const tabs = PAGES.map((page) => ({ to: `/admin/${page}`, label: say(page) }));
  return (
    <Page title={say("title")} tabs={tabs} wide>
      <Outlet />
    </Page>
  );
}
