import { Link } from "@tanstack/react-router";
import {
  ArrowDownToLine,
  ArrowUpToLine,
  ExternalLink,
  Link2,
  Mail,
  MailOpen,
  Rss,
  Star,
} from "lucide-react";
import { MenuAt, type MenuPlace } from "@/components/ui/menu-at";
import { MenuItem, MenuLine } from "@/components/ui/menu-items";
import { useKeyLabel } from "@/hooks/use-key-label";
import { useMarkAround } from "@/hooks/use-mark-around";
import type { ListEntry, Reading } from "@/hooks/use-reading";
import { useMessages } from "@/lib/i18n";
import type { RowActions } from "./row-actions";
import { useShare } from "./share-toast";

interface ListMenuProps {
  entry: ListEntry;
  at: MenuPlace;
  reading: Reading;
  actions: RowActions;
  onClose: () => void;
}

/** What a right click, a long press or the menu key offers on a row. */
export function ListMenu({ entry, at, reading, actions, onClose }: ListMenuProps) {
  const say = useMessages("reading");
  const keys = useKeyLabel();
  const { above, below } = useMarkAround(reading);
  const { copy } = useShare();
  return (
    <MenuAt at={at} onClose={onClose}>
      <MenuItem
        icon={entry.read ? Mail : MailOpen}
        keys={keys("toggleRead")}
        onClick={() => actions.toggleRead(entry)}
      >
        {entry.read ? say("markUnread") : say("markRead")}
      </MenuItem>
      <MenuItem icon={Star} keys={keys("toggleStar")} onClick={() => actions.toggleStar(entry)}>
        {entry.starred ? say("unstar") : say("star")}
      </MenuItem>
      <MenuLine />
      <MenuItem icon={ArrowUpToLine} keys={keys("markAbove")} onClick={() => above(entry.id)}>
        {say("markAbove")}
      </MenuItem>
      <MenuItem
        icon={ArrowDownToLine}
        keys={keys("markBelow")}
        onClick={() => void below(entry.id)}
      >
        {say("markBelow")}
      </MenuItem>
      <MenuLine />
      {entry.url && (
        <MenuItem
          icon={ExternalLink}
          keys={keys("openOriginal")}
          link={
            <a href={entry.url} target="_blank" rel="noopener noreferrer">
              {" "}
            </a>
          }
        >
          {say("openOriginal")}
        </MenuItem>
      )}
      {entry.url && (
        <MenuItem icon={Link2} onClick={() => void copy(entry.url ?? "")}>
          {say("copyLink")}
        </MenuItem>
      )}
      <MenuItem
        icon={Rss}
        link={<Link to="/feed/$id" params={{ id: String(entry.feed_id) }} />}
      >
        {say("goToFeed")}
      </MenuItem>
    </MenuAt>
  );
}
