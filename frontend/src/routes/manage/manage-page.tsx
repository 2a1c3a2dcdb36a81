import { Outlet } from "@tanstack/react-router";
import { Page } from "@/components/layout/page";
import { useSections } from "@/hooks/use-sections";
import { useMessages } from "@/lib/i18n";
import { pagesIn } from "@/lib/sections";

export function ManagePage() {
  const say = useMessages("manage");
  const tabs = pagesIn(useSections(), "manage").map((page) => ({
    to: `/manage/${page}`,
    label: say(page),
  }));
  return (
    <Page title={say("title")} tabs={tabs} wide>
      <Outlet />
    </Page>
  );
}
