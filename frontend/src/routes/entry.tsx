// One entry by its own address, for links from elsewhere.
import { useParams } from "@tanstack/react-router";
import { EntryView } from "@/components/entries/entry-view";
import { NotFoundPage } from "@/components/layout/page-states";
import { usePageTitle } from "@/hooks/use-page-title";
import { useEntry } from "@/queries/entries";

export function EntryPage() {
  const { id } = useParams({ strict: false }) as { id?: string };
  const number = Number(id);
  return Number.isSafeInteger(number) && number > 0 ? (
    <OneEntry id={number} />
  ) : (
    <NotFoundPage />
  );
}

function OneEntry({ id }: { id: number }) {
  usePageTitle(useEntry(id).data?.title ?? "");
  return <EntryView id={id} />;
}
