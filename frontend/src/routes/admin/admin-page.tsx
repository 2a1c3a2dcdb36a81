import { Outlet } from "@tanstack/react-router";
import { Page } from "@/components/layout/page";
import { useMessages } from "@/lib/i18n";
import { ADMIN_PAGES } from "@/lib/inner-pages";

export function AdminPage() {
  const say = useMessages("admin");
  const tabs = ADMIN_PAGES.map((page) => ({ to: `/admin/${page}`, label: say(page) }));
  return (
    <Page title={say("title")} tabs={tabs} wide>
      <Outlet />
    </Page>
  );
}
