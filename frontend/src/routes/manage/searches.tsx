// Searches that one keeps: named, changed, put in order, deleted.
import { Link } from "@tanstack/react-router";
import { Pencil, SearchCheck, Trash2 } from "lucide-react";
import { useState } from "react";
import type { SavedSearch } from "@/api/types";
import { SearchDialog } from "@/components/manage/search-dialog";
import { StepButtons } from "@/components/manage/step-buttons";
import { ListRow, RowList } from "@/components/settings/row-list";
import { buttonClasses } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { IconButton } from "@/components/ui/icon-button";
import { useErrorText } from "@/hooks/use-error-text";
import { useMessages } from "@/lib/i18n";
import { stepped } from "@/lib/rule-draft";
import { useSearches } from "@/queries/feeds";
import { useDeleteSearch, useReorderSearches } from "@/queries/managing";
import { confirm } from "@/state/confirm";
import { toast } from "@/state/toasts";

export function SearchesPage() {
  const say = useMessages("manage");
  const searches = useSearches();
  const [edited, setEdited] = useState<SavedSearch | null>(null);
  if (searches.data?.length === 0) {
    return (
      <EmptyState icon={SearchCheck} title={say("noSearches")} text={say("noSearchesText")}>
        <Link to="/search" className={buttonClasses("primary")}>
          {say("goSearch")}
        </Link>
      </EmptyState>
    );
  }
  return (
    <>
      <RowList query={searches} empty={say("noSearches")}>
        {(search) => (
          <SearchRow
            key={search.id}
            search={search}
            all={searches.data ?? []}
            onEdit={() => setEdited(search)}
          />
        )}
      </RowList>
      {edited && <SearchDialog search={edited} onClose={() => setEdited(null)} />}
    </>
  );
}

interface SearchRowProps {
  search: SavedSearch;
  all: readonly SavedSearch[];
  onEdit: () => void;
}

function SearchRow({ search, all, onEdit }: SearchRowProps) {
  const say = useMessages("manage");
  const sayUi = useMessages("ui");
  const errorText = useErrorText();
  const reorder = useReorderSearches();
  const drop = useDeleteSearch();
  const { id, name } = search;
  const ids = all.map((one) => one.id);
  const refuse = (error: unknown) => toast({ text: errorText(error), look: "danger" });
  const step = (by: 1 | -1) => reorder.mutate(stepped(ids, id, by), { onError: refuse });
  const take = async () => {
    const question = {
      title: say("deleteSearchQuestion", { name }),
      text: say("deleteSearchText"),
      action: sayUi("delete"),
      danger: true,
    };
    if (await confirm(question)) await drop.mutateAsync(id).catch(refuse);
  };
  return (
    <ListRow
      icon={SearchCheck}
      title={
        <Link to="/search/$id" params={{ id }} dir="auto" className="reach hover:underline">
          {name}
        </Link>
      }
      facts={[
        <code key="query" dir="auto" className="break-all font-mono text-xs">
          {search.query}
        </code>,
        search.unread > 0 && say("unread", { count: search.unread }),
      ]}
    >
      <div className="ms-auto flex">
        <StepButtons name={name} place={ids.indexOf(id)} count={ids.length} onStep={step} />
        <IconButton icon={Pencil} label={say("editSearchNamed", { name })} onClick={onEdit} />
        <IconButton
          icon={Trash2}
          label={say("deleteNamed", { name })}
          onClick={() => void take()}
        />
      </div>
    </ListRow>
  );
}
