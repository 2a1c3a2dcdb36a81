import { Outlet } from "@tanstack/react-router";
import { Page } from "@/components/layout/page";
import { useMessages } from "@/lib/i18n";
import { MANAGE_PAGES } from "@/lib/inner-pages";

export function ManagePage() {
  const say = useMessages("manage");
  const tabs = MANAGE_PAGES.map((page) => ({ to: `/manage/${page}`, label: say(page) }));
  return (
    <Page title={say("title")} tabs={tabs} wide>
      <Outlet />
    </Page>
  );
}
