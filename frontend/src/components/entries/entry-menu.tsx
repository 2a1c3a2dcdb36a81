import {
  Copy,
  EllipsisVertical,
  History,
  MessageCircle,
  Printer,
  Share2,
  StickyNote,
  Tag,
} from "lucide-react";
import type { Entry } from "@/api/types";
import { IconButton } from "@/components/ui/icon-button";
import { Menu } from "@/components/ui/menu";
import { MenuItem, MenuLine } from "@/components/ui/menu-items";
import { useNeedsNetwork } from "@/hooks/use-needs-network";
import { useMessages } from "@/lib/i18n";
import { EntryMute } from "./entry-mute";
import { useShare } from "./share-toast";

interface EntryMenuProps {
  entry: Entry;
  onTags: () => void;
  onShare: () => void;
  onNote: () => void;
  onVersions: () => void;
}

/** Everything that has no button of its own. */
export function EntryMenu({ entry, onTags, onShare, onNote, onVersions }: EntryMenuProps) {
  const say = useMessages("entry");
  const { copy } = useShare();
  const network = useNeedsNetwork();
  const { url, comments_url: comments } = entry;
  return (
    <Menu trigger={<IconButton icon={EllipsisVertical} label={say("more")} data-entry-menu />}>
      <MenuItem icon={Tag} onClick={onTags}>
        {say("addTag")}
      </MenuItem>
      <MenuItem icon={StickyNote} onClick={onNote}>
        {say("noteOnEntry")}
      </MenuItem>
      <MenuItem
        icon={History}
        disabled={entry.versions < 2 || network.isOff}
        onClick={onVersions}
      >
        {network.named(say("versions"))}
      </MenuItem>
      <MenuLine />
      <MenuItem icon={Share2} onClick={onShare}>
        {say("share")}
      </MenuItem>
      {url && (
        <>
          <MenuItem icon={Copy} onClick={() => void copy(url)}>
            {say("copyLink")}
          </MenuItem>
          <MenuItem icon={Copy} onClick={() => void copy(`[${entry.title || url}](${url})`)}>
            {say("copyMarkdown")}
          </MenuItem>
        </>
      )}
      {comments && (
        <MenuItem
          icon={MessageCircle}
          link={<a href={comments} target="_blank" rel="noopener noreferrer" />}
        >
          {say("comments")}
        </MenuItem>
      )}
      <MenuItem icon={Printer} onClick={() => setTimeout(() => window.print())}>
        {say("print")}
      </MenuItem>
      <EntryMute entry={entry} />
    </Menu>
  );
}
