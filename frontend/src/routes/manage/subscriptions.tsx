// Everything one follows: found, sorted, changed one by one or many at once.
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { Rss } from "lucide-react";
import { FeedSettingsDialog } from "@/components/manage/feed-settings-dialog";
import { FilterChips } from "@/components/manage/filter-chips";
import { FindField } from "@/components/manage/find-field";
import { FolderEditor } from "@/components/manage/folder-editor";
import { SubscriptionList } from "@/components/manage/subscription-list";
import { buttonClasses } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { Select } from "@/components/ui/select";
import { Skeleton } from "@/components/ui/skeleton";
import { useMedia, WIDE } from "@/hooks/use-media";
import { useNow } from "@/hooks/use-now";
import { folderPaths } from "@/lib/folder-paths";
import { useMessages } from "@/lib/i18n";
import {
  fitsSubscriptionFilter,
  type ManagedSubscription,
  type ManagedView,
  managedSearch,
  readManagedView,
  SUBSCRIPTION_FILTERS,
  SUBSCRIPTION_SORTS,
  shownSubscriptions,
} from "@/lib/managed-subscriptions";
import { useFolders, useSubscriptions } from "@/queries/feeds";
import { useHealth } from "@/queries/health";

export function SubscriptionsPage() {
  const subscriptions = useSubscriptions();
  if (subscriptions.error && !subscriptions.data) {
    return (
      <ErrorState error={subscriptions.error} onRetry={() => void subscriptions.refetch()} />
    );
  }
  if (!subscriptions.data) return <Loading />;
  if (subscriptions.data.length === 0) return <Nothing />;
  return <Managed />;
}

function Managed() {
  const rows = useManaged();
  const now = useNow();
  const { view, setView, edited, edit } = useAddress();
  const open = rows.find(({ subscription }) => subscription.id === edited)?.subscription;
  return (
    <div className="flex flex-col gap-x-8 gap-y-4 lg:flex-row">
      <Folders />
      <div className="min-w-0 flex-1">
        <Toolbar rows={rows} view={view} now={now} onChange={setView} />
        <SubscriptionList
          rows={shownSubscriptions(rows, view, now)}
          onEdit={edit}
          onClearFilter={() => setView({ ...view, words: "", filter: "all" })}
        />
      </div>
      {open && <FeedSettingsDialog subscription={open} onClose={() => edit(null)} />}
    </div>
  );
}

function useManaged(): ManagedSubscription[] {
  const subscriptions = useSubscriptions().data ?? [];
  const folders = useFolders().data ?? [];
  const lines = new Map(useHealth().data?.map((line) => [line.subscription_id, line]));
  const paths = new Map(folderPaths(folders).map(({ id, path }) => [id, path]));
  return subscriptions.map((subscription) => ({
    subscription,
    folderPath: paths.get(subscription.folder_id ?? -1) ?? "",
    line: lines.get(subscription.id),
  }));
}

/** The address holds what is shown, and whose settings are open. */
function useAddress() {
  const navigate = useNavigate();
  const search = useSearch({ strict: false }) as Record<string, unknown>;
  const view = readManagedView(search);
  const go = (next: object, replace: boolean) =>
    void navigate({ to: "/manage/subscriptions", search: next, replace });
  return {
    view,
    edited: Number(search.edit) || null,
    setView: (next: ManagedView) => go(managedSearch(next), true),
    edit: (id: number | null) =>
      go({ ...managedSearch(view), ...(id === null ? {} : { edit: id }) }, id === null),
  };
}

interface ToolbarProps {
  rows: readonly ManagedSubscription[];
  view: ManagedView;
  now: number;
  onChange: (view: ManagedView) => void;
}

function Toolbar({ rows, view, now, onChange }: ToolbarProps) {
  const say = useMessages("manage");
  return (
    <div className="mb-3 flex flex-col gap-3">
      <div className="grid gap-3 min-[24rem]:grid-cols-[1fr_auto]">
        <FindField
          label={say("findFeed")}
          value={view.words}
          onChange={(words) => onChange({ ...view, words })}
        />
        <Select
          label={say("sortBy")}
          value={view.sort}
          options={SUBSCRIPTION_SORTS.map((value) => ({ value, label: say(`sort_${value}`) }))}
          onChange={(sort) => onChange({ ...view, sort })}
        />
      </div>
      <FilterChips
        label={say("show")}
        value={view.filter}
        options={SUBSCRIPTION_FILTERS.map((value) => ({
          value,
          label: say(`show_${value}`),
          count: rows.filter((row) => fitsSubscriptionFilter(row, value, now)).length,
        }))}
        onChange={(filter) => onChange({ ...view, filter })}
      />
    </div>
  );
}

function Folders() {
  const say = useMessages("manage");
  const isWide = useMedia(WIDE);
  if (isWide) {
    return (
      <aside className="w-60 shrink-0 self-start lg:sticky lg:top-4 lg:order-last">
        <h2 className="mb-1 text-sm font-semibold">{say("folders")}</h2>
        <FolderEditor />
      </aside>
    );
  }
  return (
    <details className="rounded-lg border border-line px-4 py-1">
      <summary className="cursor-pointer py-3 text-sm font-semibold">{say("folders")}</summary>
      <div className="pb-3">
        <FolderEditor />
      </div>
    </details>
  );
}

function Nothing() {
  const say = useMessages("manage");
  const sayLayout = useMessages("layout");
  return (
    <EmptyState icon={Rss} title={say("noSubscriptions")} text={say("noSubscriptionsText")}>
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
      <Skeleton className="h-16 w-full" />
      <Skeleton className="h-96 w-full" />
    </div>
  );
}
