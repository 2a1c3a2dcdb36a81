import { Link } from "@tanstack/react-router";
import { type LucideIcon, VolumeX } from "lucide-react";
import type { ReactNode } from "react";
import { useFormat } from "@/hooks/use-format";
import { useMessages } from "@/lib/i18n";

interface NavLinkProps {
  to: string;
  label: string;
  icon?: LucideIcon;
  mark?: ReactNode; // instead of an icon
  count?: number | undefined;
  depth?: number;
  /** Not in the list of everything unread. */
  muted?: boolean;
  /** Only the exact address counts as being there. */
  exact?: boolean;
}

/** One line of the sidebar. The count is said in words to those who do not see it. */
export function NavLink({
  to,
  label,
  icon: Icon,
  mark,
  count = 0,
  depth = 0,
  muted = false,
  exact = true,
}: NavLinkProps) {
  const say = useMessages("layout");
  const format = useFormat();
  return (
    <Link
      to={to}
      activeOptions={{ exact, includeSearch: false }}
      style={{ paddingInlineStart: `${0.625 + depth * 0.875}rem` }}
      className="target flex min-w-0 flex-1 items-center gap-2.5 rounded-md py-1 pe-2.5 text-sm text-ink hover:bg-hover aria-[current=page]:bg-selected aria-[current=page]:font-medium"
    >
      {Icon ? <Icon aria-hidden="true" className="size-4 shrink-0 text-soft" /> : mark}
      <span className={`min-w-0 flex-1 truncate ${count > 0 ? "font-medium" : ""}`}>
        <bdi>{label}</bdi>
      </span>
      {muted && (
        <VolumeX role="img" aria-label={say("muted")} className="size-3.5 shrink-0 text-soft" />
      )}
      {count > 0 && (
        <span className="text-xs tabular-nums text-soft">
          <span aria-hidden="true">{format.count(count)}</span>
          <span className="sr-only">{say("unreadCount", { count })}</span>
        </span>
      )}
    </Link>
  );
}
