// The same event as several feeds report it: the list, and one of them side by side.
import { Link, useParams } from "@tanstack/react-router";
import { Newspaper } from "lucide-react";
import { StoryColumns } from "@/components/entries/stories-columns";
import { StoryRow } from "@/components/entries/stories-row";
import { Page } from "@/components/layout/page";
import { NotFoundPage } from "@/components/layout/page-states";
import { Button, buttonClasses } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { Skeleton } from "@/components/ui/skeleton";
import { useMessages } from "@/lib/i18n";
import { useStories, useStory } from "@/queries/stories";

export function StoriesPage() {
  const say = useMessages("stories");
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useStories();
  const stories = data?.pages.flatMap((page) => page.items);
  return (
    <Page title={say("title")}>
      {error && !stories && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!stories && !error && <RowsSkeleton />}
      {stories?.length === 0 && !hasNextPage && (
        <EmptyState icon={Newspaper} title={say("none")} text={say("noneText")} />
      )}
      {stories && stories.length > 0 && (
        <>
          <p className="mb-4 text-soft">{say("intro")}</p>
          <ul className="flex flex-col">
            {stories.map((story) => (
              <li key={story.id} className="border-b border-line">
                <StoryRow story={story} />
              </li>
            ))}
          </ul>
        </>
      )}
      {hasNextPage && (
        <p className="mt-4 text-center">
          <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {say("more")}
          </Button>
        </p>
      )}
    </Page>
  );
}

export function StoryPage() {
  const { id } = useParams({ strict: false }) as { id?: string };
  const number = Number(id);
  return Number.isSafeInteger(number) && number > 0 ? (
    <OneStory id={number} />
  ) : (
    <NotFoundPage />
  );
}

function OneStory({ id }: { id: number }) {
  const say = useMessages("stories");
  const { data: story, error, refetch } = useStory(id);
  const back = (
    <Link to="/stories" className={buttonClasses("quiet")}>
      {say("backToStories")}
    </Link>
  );
  return (
    <Page title={say("story")} actions={back} wide>
      {error && !story && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!story && !error && <RowsSkeleton />}
      {story && <StoryColumns story={story} />}
    </Page>
  );
}

function RowsSkeleton() {
  return (
    <div className="flex flex-col gap-6">
      {["a", "b", "c", "d"].map((row) => (
        <div key={row} className="flex flex-col gap-2">
          <Skeleton className="h-3 w-40" />
          <Skeleton className="h-5 w-11/12" />
          <Skeleton className="h-3 w-2/3" />
        </div>
      ))}
    </div>
  );
}
