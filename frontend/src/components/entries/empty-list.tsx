import { Link } from "@tanstack/react-router";
import { CheckCheck, Gauge, Rss, SearchX, Star } from "lucide-react";
import { lazy, Suspense } from "react";
import { buttonClasses } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { useMessages } from "@/lib/i18n";
import type { ListScope, ReadingSearch } from "@/lib/list-scope";
import { useSubscriptions } from "@/queries/feeds";

const FirstSteps = lazy(() =>
  import("@/components/feeds/first-steps").then((part) => ({ default: part.FirstSteps })),
);

/** An empty list says why, and what to do. */
export function EmptyList({ scope }: { scope: ListScope }) {
  const say = useMessages("reading");
  const hasFeeds = (useSubscriptions().data?.length ?? 1) > 0;
  if (!hasFeeds) {
    return (
      <Suspense>
        <FirstSteps />
      </Suspense>
    );
  }
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
