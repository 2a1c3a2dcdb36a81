import { Link, Outlet, useLocation } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { Page } from "@/components/layout/page";
import { useSections } from "@/hooks/use-sections";
import { useMessages } from "@/lib/i18n";
import { useAiStatus } from "@/queries/ai-status";

const LINK =
  "target flex items-center justify-center whitespace-nowrap rounded-md px-3 py-1 text-sm text-soft md:justify-start hover:bg-hover hover:text-ink aria-[current=page]:bg-selected aria-[current=page]:font-medium aria-[current=page]:text-ink";

export function SettingsPage() {
  const say = useMessages("settings");
  const page = useLocation({ select: ({ pathname }) => pathname });
  // Only an answer that says "none" hides the page: an error must not.
  const hasAi = useAiStatus().data?.enabled !== false;
  const groups = useSections().settings;
  const nav = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: on a phone, keep the chosen page in sight
  useEffect(() => {
    const here = nav.current?.querySelector('[aria-current="page"]');
    here?.scrollIntoView({ inline: "center", block: "nearest" });
  }, [page]);
  return (
    <Page title={say("title")} wide worksOffline={page === "/settings/offline"}>
      <div className="flex flex-col gap-x-10 gap-y-6 md:flex-row">
        <nav
          ref={nav}
          aria-label={say("title")}
          className="-mx-4 flex shrink-0 gap-4 overflow-x-auto border-b border-line px-4 pb-3 md:sticky md:top-4 md:mx-0 md:w-44 md:flex-col md:self-start md:border-0 md:p-0"
        >
          {groups.map((group) => (
            <div key={group.title}>
              <h2 className="hidden px-3 pb-1 text-xs font-medium text-soft md:block">
                {group.title && say(group.title)}
              </h2>
              <ul className="flex gap-1 md:flex-col md:gap-0.5">
                {group.pages
                  .filter((page) => page !== "ai" || hasAi)
                  .map((page) => (
                    <li key={page}>
                      <Link to={`/settings/${page}`} className={LINK}>
                        {say(page)}
                      </Link>
                    </li>
                  ))}
              </ul>
            </div>
          ))}
        </nav>
        <div className="min-w-0 max-w-2xl flex-1">
          <Outlet />
        </div>
      </div>
    </Page>
  );
}
