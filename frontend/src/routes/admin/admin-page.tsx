import { Outlet } from "@tanstack/react-router";
import { Page } from "@/components/layout/page";
import { NotFoundPage } from "@/components/layout/page-states";
import { useSections } from "@/hooks/use-sections";
import { useMessages } from "@/lib/i18n";
import { pagesIn } from "@/lib/sections";
import { useMe } from "@/queries/account";

export function AdminPage() {
  const say = useMessages("admin");
  // Who is not one would see a page of refusals.
  const role = useMe().data?.role;
  const tabs = pagesIn(useSections(), "admin").map((page) => ({
    to: `/admin/${page}`,
    label: say(page),
  }));
  if (role !== undefined && role !== "admin") return <NotFoundPage />;
  return (
    <Page title={say("title")} tabs={tabs} wide>
      <Outlet />
    </Page>
  );
}
