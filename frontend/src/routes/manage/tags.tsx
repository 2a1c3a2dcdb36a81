// Tags: renamed, merged, deleted; each with how many entries have it.
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { Pencil, Tag as TagIcon, Trash2 } from "lucide-react";
import { useRef, useState } from "react";
import type { Tag } from "@/api/types";
import { FindField } from "@/components/manage/find-field";
import { InlineName } from "@/components/manage/inline-name";
import { ListRow, RowList } from "@/components/settings/row-list";
import { EmptyState } from "@/components/ui/empty-state";
import { IconButton } from "@/components/ui/icon-button";
import { useErrorText } from "@/hooks/use-error-text";
import { useMessages } from "@/lib/i18n";
import { matchesWords } from "@/lib/match-words";
import { useTags } from "@/queries/feeds";
import { useDeleteTag, useRenameTag } from "@/queries/managing";
import { confirm } from "@/state/confirm";
import { toast } from "@/state/toasts";

const FIND_FROM = 10;

export function TagsPage() {
  const say = useMessages("manage");
  const navigate = useNavigate();
  const tags = useTags();
  const search = useSearch({ strict: false }) as Record<string, unknown>;
  const words = typeof search.find === "string" ? search.find : "";
  if (tags.data?.length === 0) {
    return <EmptyState icon={TagIcon} title={say("noTags")} text={say("noTagsText")} />;
  }
  const find = (typed: string) =>
    void navigate({
      to: "/manage/tags",
      search: typed ? { find: typed } : {},
      replace: true,
    });
  const shown = tags.data?.filter(({ name }) => matchesWords(name, words));
  return (
    <div className="flex flex-col gap-4">
      {(tags.data?.length ?? 0) >= FIND_FROM && (
        <FindField label={say("findTag")} value={words} onChange={find} />
      )}
      <RowList
        query={{ data: shown, error: tags.data ? null : tags.error, refetch: tags.refetch }}
        empty={say("noneShownText")}
      >
        {(tag) => <TagRow key={tag.id} tag={tag} />}
      </RowList>
    </div>
  );
}

function TagRow({ tag }: { tag: Tag }) {
  const say = useMessages("manage");
  const [isRenaming, setRenaming] = useState(false);
  const actions = useTagActions(tag);
  const tools = useRef<HTMLDivElement>(null);
  const { name } = tag;
  const close = (isByKey: boolean) => {
    setRenaming(false);
    if (isByKey) queueMicrotask(() => tools.current?.querySelector("button")?.focus());
  };
  const title = isRenaming ? (
    <InlineName
      label={say("newName", { name })}
      name={name}
      maxLength={100}
      onRename={(newName) => void actions.rename(newName)}
      onClose={close}
    />
  ) : (
    <Link to="/tag/$name" params={{ name }} dir="auto" className="reach hover:underline">
      {name}
    </Link>
  );
  return (
    <ListRow
      icon={TagIcon}
      title={title}
      facts={[
        say("tagEntries", { count: tag.entries }),
        tag.unread > 0 && say("unread", { count: tag.unread }),
      ]}
    >
      <div ref={tools} className="flex">
        <IconButton
          icon={Pencil}
          label={say("renameNamed", { name })}
          onClick={() => setRenaming(true)}
        />
        <IconButton
          icon={Trash2}
          label={say("deleteNamed", { name })}
          onClick={() => void actions.remove()}
        />
      </div>
    </ListRow>
  );
}

function useTagActions(tag: Tag) {
  const say = useMessages("manage");
  const sayUi = useMessages("ui");
  const errorText = useErrorText();
  const tags = useTags().data ?? [];
  const change = useRenameTag();
  const drop = useDeleteTag();
  const refuse = (error: unknown) => toast({ text: errorText(error), look: "danger" });
  const { id, name } = tag;
  return {
    rename: async (newName: string) => {
      const other = tags.find(
        (one) => one.id !== id && one.name.toLowerCase() === newName.toLowerCase(),
      );
      const question = {
        title: say("mergeQuestion", { name, other: other?.name ?? "" }),
        text: say("mergeText"),
        action: say("merge"),
      };
      if (other && !(await confirm(question))) return;
      await change.mutateAsync({ id, name: newName }).catch(refuse);
    },
    remove: async () => {
      const question = {
        title: say("deleteTagQuestion", { name }),
        text: say("deleteTagText", { count: tag.entries }),
        action: sayUi("delete"),
        danger: true,
      };
      if (await confirm(question)) await drop.mutateAsync(id).catch(refuse);
    },
  };
}
