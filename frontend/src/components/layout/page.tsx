import { Link, useLocation } from "@tanstack/react-router";
import { Menu as MenuIcon } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { NeedsNetwork } from "@/components/offline/needs-network";
import { IconButton } from "@/components/ui/icon-button";
import { usePageTitle } from "@/hooks/use-page-title";
import { useMessages } from "@/lib/i18n";
import { useShell } from "./shell-context";

interface PageProps {
  title: string;
  /** Buttons that belong to the whole page. */
  actions?: ReactNode;
  /** Pages beside this one. */
  tabs?: readonly { to: string; label: string }[];
  wide?: boolean;
  /** Everything on it can be used without a network. */
  worksOffline?: boolean;
  children: ReactNode;
}

/** The frame of every page that is not reading: one scroll, one heading, one column. */
export function Page({
  title,
  actions,
  tabs,
  wide = false,
  worksOffline = false,
  children,
}: PageProps) {
  usePageTitle(title);
  return (
    <div className="relative h-full overflow-y-auto has-[[data-bulk-bar]]:scroll-pb-24">
      <div className={`mx-auto px-4 pb-16 md:px-8 ${wide ? "max-w-6xl" : "max-w-3xl"}`}>
        <header className="flex min-h-13 flex-wrap items-center gap-2 pt-3">
          <div className="flex min-w-0 flex-1 basis-52 items-center gap-2">
            <SidebarButton />
            <h1 className="min-w-0 text-xl font-semibold">{title}</h1>
          </div>
          {actions}
        </header>
        {tabs && <PageTabs tabs={tabs} label={title} />}
        <div className="pt-5">
          {worksOffline ? children : <NeedsNetwork>{children}</NeedsNetwork>}
        </div>
      </div>
    </div>
  );
}

/** Opens the sidebar where it is not beside the page. */
export function SidebarButton() {
  const say = useMessages("layout");
  const { hasSidebar, openSidebar } = useShell();
  if (hasSidebar) return null;
  return (
    <IconButton icon={MenuIcon} label={say("menu")} onClick={openSidebar} className="-ms-2" />
  );
}

function PageTabs({
  tabs,
  label,
}: {
  tabs: readonly { to: string; label: string }[];
  label: string;
}) {
  const nav = useRef<HTMLElement>(null);
  const here = useLocation({ select: ({ pathname }) => pathname });
  // biome-ignore lint/correctness/useExhaustiveDependencies: on a phone, keep the chosen tab in sight
  useEffect(() => {
    const chosen = nav.current?.querySelector('[aria-current="page"]');
    chosen?.scrollIntoView({ inline: "nearest", block: "nearest" });
  }, [here]);
  return (
    <nav
      ref={nav}
      aria-label={label}
      className="-mx-4 mt-2 flex gap-1 overflow-x-auto border-b border-line px-4 md:mx-0 md:px-0"
    >
      {tabs.map((tab) => (
        <Link
          key={tab.to}
          to={tab.to}
          className="target -mb-px flex shrink-0 items-center justify-center whitespace-nowrap border-b-2 border-transparent px-2 sm:px-3 text-sm font-medium text-soft hover:text-ink aria-[current=page]:border-accent aria-[current=page]:text-ink"
        >
          {tab.label}
        </Link>
      ))}
    </nav>
  );
}
