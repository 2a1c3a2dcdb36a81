import { Link } from "@tanstack/react-router";
import { CheckCheck, CloudOff, Gauge, Rss, SearchX, Star } from "lucide-react";
import { lazy, Suspense, useRef } from "react";
import { buttonClasses } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { useIsOffline } from "@/hooks/use-is-offline";
import { COARSE, useMedia } from "@/hooks/use-media";
import { useScopeUnread } from "@/hooks/use-scope-unread";
import { useMessages } from "@/lib/i18n";
import type { ListScope, ReadingSearch } from "@/lib/list-scope";
import { useSubscriptions } from "@/queries/feeds";
import { PullMark } from "./pull-mark";

const FirstSteps = lazy(() =>
  import("@/components/feeds/first-steps").then((part) => ({ default: part.FirstSteps })),
);

const ListTouch = lazy(() =>
  import("./list-touch").then((part) => ({ default: part.ListTouch })),
);

interface EmptyListProps {
  scope: ListScope;
  onRefresh: () => void;
}

/** An empty list says why, and what to do. */
export function EmptyList({ scope, onRefresh }: EmptyListProps) {
  const hasFeeds = (useSubscriptions().data?.length ?? 1) > 0;
  const isTouch = useMedia(COARSE);
  const scroller = useRef<HTMLDivElement>(null);
  const pullMark = useRef<HTMLDivElement>(null);
  if (!hasFeeds) {
    return (
      <Suspense>
        <FirstSteps />
      </Suspense>
    );
  }
  return (
    <div className="relative h-full overflow-hidden">
      <PullMark ref={pullMark} />
      <div ref={scroller} className="relative h-full overflow-y-auto overscroll-contain">
        <WhyEmpty scope={scope} />
      </div>
      <Suspense>
        {isTouch && <ListTouch scroller={scroller} pullMark={pullMark} onPull={onRefresh} />}
      </Suspense>
    </div>
  );
}

function WhyEmpty({ scope }: { scope: ListScope }) {
  const say = useMessages("reading");
  const isOffline = useIsOffline();
  const unread = useScopeUnread(scope);
  if (scope.ceiling !== undefined) {
    return <EmptyState icon={Gauge} title={say("nothingHere")} text={say("nothingBelow")} />;
  }
  if (scope.q !== "" || scope.kind === "saved-search") {
    return (
      <EmptyState icon={SearchX} title={say("nothingFound")} text={say("nothingFoundText")} />
    );
  }
  if (scope.kind === "starred") {
    return (
      <EmptyState icon={Star} title={say("nothingStarred")} text={say("nothingStarredText")} />
    );
  }
  // What this device keeps need not be all that is unread.
  if (isOffline && (unread > 0 || !scope.unread)) {
    return <EmptyState icon={CloudOff} title={say("notStored")} text={say("notStoredText")} />;
  }
  if (!scope.unread) return <EmptyState icon={Rss} title={say("nothingHere")} />;
  return (
    <EmptyState icon={CheckCheck} title={say("allRead")} text={say("allReadText")}>
      <Link
        to="."
        search={(before: ReadingSearch) => ({ ...before, show: "all" as const })}
        className={buttonClasses("secondary")}
      >
        {say("showAll")}
      </Link>
    </EmptyState>
  );
}
