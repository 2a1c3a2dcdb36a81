import { Link } from "@tanstack/react-router";
import { Pencil, Settings2 } from "lucide-react";
import { type DragEvent, useRef, useState } from "react";
import { FeedIcon } from "@/components/feeds/feed-icon";
import { FeedState } from "@/components/health/feed-state";
import { Checkbox } from "@/components/ui/checkbox";
import { IconButton } from "@/components/ui/icon-button";
import { useErrorText } from "@/hooks/use-error-text";
import { useFormat } from "@/hooks/use-format";
import { useMessages } from "@/lib/i18n";
import type { ManagedSubscription } from "@/lib/managed-subscriptions";
import { useChangeSubscription } from "@/queries/managing";
import { toast } from "@/state/toasts";
import { dragFeeds } from "./dragged-feeds";
import { InlineName } from "./inline-name";

interface SubscriptionRowProps {
  row: ManagedSubscription;
  isSelected: boolean;
  onSelect: (isSelected: boolean) => void;
  /** What is dragged with it: all that are selected, if it is one of them. */
  dragged: readonly number[];
  onEdit: () => void;
}

export function SubscriptionRow(props: SubscriptionRowProps) {
  const { row, isSelected, onSelect, dragged, onEdit } = props;
  const say = useMessages("manage");
  const { subscription } = row;
  const { title } = subscription;
  const [isRenaming, setRenaming] = useState(false);
  const pencil = useRef<HTMLDivElement>(null);
  const take = (event: DragEvent) => {
    event.dataTransfer.effectAllowed = "move";
    event.dataTransfer.setData("text/plain", title);
    dragFeeds(dragged);
  };
  const closeName = (isByKey: boolean) => {
    setRenaming(false);
    if (isByKey) queueMicrotask(() => pencil.current?.querySelector("button")?.focus());
  };
  return (
    <li
      draggable={!isRenaming}
      onDragStart={take}
      onDragEnd={() => dragFeeds([])}
      className={`flex items-center gap-2 px-3 py-1.5 ${isSelected ? "bg-selected" : ""}`}
    >
      <Checkbox
        label={say("selectFeed", { title })}
        labelHidden
        checked={isSelected}
        onChange={onSelect}
      />
      <FeedIcon feedId={subscription.feed_id} title={title} className="size-5" />
      <div className="min-w-0 flex-1">
        {isRenaming ? (
          <Rename row={row} onClose={closeName} />
        ) : (
          <Link
            to="/feed/$id"
            params={{ id: String(subscription.feed_id) }}
            draggable={false}
            className="reach block font-medium hover:underline"
          >
            <span className="block truncate">
              <bdi>{title}</bdi>
            </span>
          </Link>
        )}
        <Facts row={row} />
        {subscription.feed.state !== "ok" && (
          <div className="sm:hidden">
            <FeedState state={subscription.feed.state} />
          </div>
        )}
      </div>
      <div className="hidden w-36 shrink-0 sm:block">
        <FeedState state={subscription.feed.state} />
      </div>
      <div ref={pencil} className="flex shrink-0">
        <IconButton
          icon={Pencil}
          label={say("renameNamed", { name: title })}
          className="max-sm:hidden"
          onClick={() => setRenaming(true)}
        />
        <IconButton
          icon={Settings2}
          label={say("settingsOf", { name: title })}
          onClick={onEdit}
        />
      </div>
    </li>
  );
}

function Facts({ row: { subscription, folderPath, line } }: { row: ManagedSubscription }) {
  const say = useMessages("manage");
  const format = useFormat();
  const newest = subscription.feed.newest_at;
  const rate = line?.entries_per_day ?? 0;
  const facts = [
    newest !== null && format.ago(newest),
    rate > 0 && say("perDay", { number: format.number(Math.round(rate * 10) / 10) }),
    subscription.unread > 0 && say("unread", { count: subscription.unread }),
  ].filter((fact) => fact !== false);
  return (
    <p className="text-sm text-soft max-sm:flex max-sm:flex-wrap max-sm:gap-x-3 sm:truncate">
      <bdi>{folderPath || say("noFolder")}</bdi>
      {facts.map((fact) => (
        <span key={fact}>
          {/* Where they take several lines, a dot would begin or end one. */}
          <span className="max-sm:hidden"> · </span>
          <bdi>{fact}</bdi>
        </span>
      ))}
    </p>
  );
}

function Rename({
  row,
  onClose,
}: {
  row: ManagedSubscription;
  onClose: (isByKey: boolean) => void;
}) {
  const say = useMessages("manage");
  const errorText = useErrorText();
  const { mutateAsync } = useChangeSubscription();
  const { id, title } = row.subscription;
  return (
    <InlineName
      label={say("newName", { name: title })}
      name={title}
      maxLength={500}
      onClose={onClose}
      onRename={(name) =>
        // Awaited, not called back: the row may be another one by then.
        void mutateAsync({ id, title: name }).catch((error: unknown) =>
          toast({ text: errorText(error), look: "danger" }),
        )
      }
    />
  );
}
