import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { HeartPulse, RefreshCw } from "lucide-react";
import { useDeferredValue, useState } from "react";
import { FeedHealthRow } from "@/components/health/feed-health-row";
import { InstanceHealth } from "@/components/health/instance-health";
import { Page } from "@/components/layout/page";
import { FilterChips } from "@/components/manage/filter-chips";
import { Button, buttonClasses } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { Skeleton } from "@/components/ui/skeleton";
import { useErrorText } from "@/hooks/use-error-text";
import { useKeptFocus } from "@/hooks/use-kept-focus";
import { useLater } from "@/hooks/use-later";
import { useNow } from "@/hooks/use-now";
import {
  fitsFilter,
  HEALTH_FILTERS,
  type HealthFilter,
  type HealthLine,
  readFilter,
  sortedHealth,
} from "@/lib/feed-health";
import { useMessages } from "@/lib/i18n";
import { useCheckAllNow, useHealth } from "@/queries/health";
import { toast } from "@/state/toasts";

const STEP = 100;
// More than a phone shows, and then more than a desktop does.
const FIRST = 4;
const SECOND = 10;

export function HealthPage() {
  const say = useMessages("health");
  const health = useHealth();
  // Many rows at once take a while: in pieces, so that touches and keys are handled meanwhile.
  const lines = useDeferredValue(health.data);
  return (
    <Page title={say("title")} wide actions={<CheckAll />}>
      <div className="flex flex-col gap-6">
        <InstanceHealth />
        {health.error && !health.data ? (
          <ErrorState error={health.error} onRetry={() => void health.refetch()} />
        ) : (
          <Feeds lines={lines} />
        )}
      </div>
    </Page>
  );
}

function CheckAll() {
  const say = useMessages("health");
  const errorText = useErrorText();
  const check = useCheckAllNow();
  const run = () =>
    check.mutate(undefined, {
      onSuccess: ({ due, waiting, left_alone }) => {
        const others = waiting + left_alone;
        toast({ text: others ? say("checkingSome", { due, others }) : say("checkingAll") });
      },
      onError: (error) => toast({ text: errorText(error), look: "danger" }),
    });
  return (
    <Button busy={check.isPending} onClick={run}>
      <RefreshCw aria-hidden="true" className="size-4" />
      {say("checkAll")}
    </Button>
  );
}

function Feeds({ lines }: { lines: HealthLine[] | undefined }) {
  const now = useNow();
  const filter = readFilter((useSearch({ strict: false }) as Record<string, unknown>).show);
  const most = useLater(FIRST, SECOND, Number.POSITIVE_INFINITY);
  if (!lines) return <Loading />;
  if (lines.length === 0) return <NoFeeds />;
  const shown = sortedHealth(lines, filter, now);
  return (
    <div>
      <Filters lines={lines} filter={filter} now={now} />
      <FeedList key={filter} lines={shown.slice(0, most)} filter={filter} />
    </div>
  );
}

interface FiltersProps {
  lines: readonly HealthLine[];
  filter: HealthFilter;
  now: number;
}

function Filters({ lines, filter, now }: FiltersProps) {
  const say = useMessages("health");
  const navigate = useNavigate();
  const choose = (show: HealthFilter) =>
    void navigate({ to: "/health", search: show === "all" ? {} : { show }, replace: true });
  const options = HEALTH_FILTERS.map((one) => ({
    value: one,
    label: say(`show_${one}`),
    count: lines.filter((line) => fitsFilter(line, one, now)).length,
  }));
  return (
    <div className="mb-3">
      <FilterChips label={say("show")} value={filter} options={options} onChange={choose} />
    </div>
  );
}

function FeedList({ lines, filter }: { lines: HealthLine[]; filter: HealthFilter }) {
  const say = useMessages("health");
  const [most, setMost] = useState(STEP);
  const kept = useKeptFocus();
  return (
    <div {...kept} tabIndex={-1} className="outline-none">
      {lines.length === 0 ? (
        <EmptyState icon={HeartPulse} title={say(`none_${filter}`)} />
      ) : (
        <ul className="divide-y divide-line rounded-lg border border-line bg-raised">
          {lines.slice(0, most).map((line) => (
            <FeedHealthRow key={line.subscription_id} line={line} />
          ))}
        </ul>
      )}
      {lines.length > most && (
        <p className="mt-4 text-center">
          <Button onClick={() => setMost(most + STEP)}>
            {say("showMore", { count: lines.length - most })}
          </Button>
        </p>
      )}
    </div>
  );
}

function NoFeeds() {
  const say = useMessages("health");
  const sayLayout = useMessages("layout");
  return (
    <EmptyState icon={HeartPulse} title={say("noFeeds")} text={say("noFeedsText")}>
      <Link to="/subscribe" className={buttonClasses("primary")}>
        {sayLayout("addFeed")}
      </Link>
    </EmptyState>
  );
}

function Loading() {
  const say = useMessages("ui");
  return (
    <div role="status" className="flex flex-col gap-3">
      <span className="sr-only">{say("loading")}</span>
      {["first", "second", "third", "fourth"].map((one) => (
        <Skeleton key={one} className="h-16 w-full" />
      ))}
    </div>
  );
}
