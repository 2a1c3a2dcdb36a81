import { Link } from "@tanstack/react-router";
import { Info, TriangleAlert, X } from "lucide-react";
import type { ReactNode } from "react";
import type { Status } from "@/api/types";
import { IconButton } from "@/components/ui/icon-button";
import { useFormat } from "@/hooks/use-format";
import { useRemembered } from "@/hooks/use-remembered";
import { useMessages } from "@/lib/i18n";
import { isNews, removalIn } from "@/lib/removal";
import { useProblemText } from "./problem-text";

/** What is shown above every page until it is over or put away. */
export function StandingNotices({ status }: { status: Status }) {
  const say = useMessages("layout");
  const problems = useProblemText()(status);
  return (
    <>
      {problems.length > 0 && (
        <Line icon={<TriangleAlert aria-hidden="true" className="size-4 text-warning" />}>
          <span className="min-w-0 flex-1">{problems.join(" ")}</span>
          <Link
            to="/health"
            className="shrink-0 reach font-medium text-accent underline underline-offset-4"
          >
            {say("showHealth")}
          </Link>
        </Line>
      )}
      <RemovalNotice status={status} />
    </>
  );
}

function RemovalNotice({ status }: { status: Status }) {
  const say = useMessages("health");
  const sayUi = useMessages("ui");
  const format = useFormat();
  const [seenAt, setSeenAt] = useRemembered("removal-seen", (stored) => stored);
  const removal = removalIn(status);
  if (!isNews(removal, seenAt)) return null;
  const { count, at } = removal;
  return (
    <Line icon={<Info aria-hidden="true" className="size-4 text-soft" />}>
      <span className="min-w-0 flex-1">
        {say("unreadRemoved", { count, when: format.ago(at) })}
      </span>
      <IconButton icon={X} label={sayUi("dismiss")} onClick={() => setSeenAt(at)} />
    </Line>
  );
}

function Line({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <div className="flex items-center gap-2 border-b border-line bg-raised px-4 py-1.5 text-sm">
      <span className="shrink-0">{icon}</span>
      {children}
    </div>
  );
}
