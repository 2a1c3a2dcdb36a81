import { Link } from "@tanstack/react-router";
import { Ellipsis, Inbox, type LucideIcon, Rss, Search, Star } from "lucide-react";
import { useFormat } from "@/hooks/use-format";
import { useMessages } from "@/lib/i18n";
import { useCounts } from "@/queries/feeds";

const cell =
  "relative flex min-h-13 min-w-0 flex-auto flex-col items-center justify-center gap-0.5 text-[0.6875rem] text-soft aria-[current=page]:text-accent aria-[current=page]:shadow-[inset_0_2px_0_var(--accent)]";

/** A phone's navigation, in reach of the thumb. */
export function BottomBar({ onFeeds }: { onFeeds: () => void }) {
  const say = useMessages("layout");
  const format = useFormat();
  const unread = useCounts().data?.unread ?? 0;
  return (
    <nav
      aria-label={say("menu")}
      className="flex shrink-0 border-t border-line bg-side pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      <BarLink
        to="/"
        label={say("unread")}
        icon={Inbox}
        badge={unread > 0 ? format.count(unread) : ""}
      />
      <button type="button" onClick={onFeeds} className={cell}>
        <Rss aria-hidden="true" className="size-5" />
        <Label>{say("feeds")}</Label>
      </button>
      <BarLink to="/starred" label={say("starred")} icon={Star} />
      <BarLink to="/search" label={say("search")} icon={Search} />
      <BarLink to="/settings" label={say("settings")} icon={Ellipsis} />
    </nav>
  );
}

function BarLink({
  to,
  label,
  icon: Icon,
  badge = "",
}: {
  to: string;
  label: string;
  icon: LucideIcon;
  badge?: string;
}) {
  return (
    <Link to={to} activeOptions={{ exact: to === "/", includeSearch: false }} className={cell}>
      <Icon aria-hidden="true" className="size-5" />
      <Label>{label}</Label>
      {badge && (
        <span className="absolute start-1/2 top-1 ms-2 rounded-full bg-accent px-1.5 text-[0.625rem] font-semibold leading-4 text-accent-ink">
          {badge}
        </span>
      )}
    </Link>
  );
}

/** Long words of some languages must not run into the next one. */
function Label({ children }: { children: string }) {
  return <span className="max-w-full truncate px-0.5 tracking-tight">{children}</span>;
}
