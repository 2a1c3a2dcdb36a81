import { Plus, TriangleAlert } from "lucide-react";
import { Suspense, useState } from "react";
import { PublicationDialog } from "@/components/publish/publication-dialog";
import { PublicationRow } from "@/components/publish/publication-row";
import { RowList } from "@/components/settings/row-list";
import { SettingsSection } from "@/components/settings/settings-section";
import { Button } from "@/components/ui/button";
import { useMessages } from "@/lib/i18n";
import { type Publication, usePublications } from "@/queries/publications";

export function PublishPage() {
  const say = useMessages("publish");
  const publications = usePublications();
  const [edited, setEdited] = useState<Publication | "new" | null>(null);
  const [made, setMade] = useState<string | null>(null);
  const action = (
    <Button onClick={() => setEdited("new")}>
      <Plus aria-hidden="true" className="size-4" />
      {say("publish")}
    </Button>
  );
  return (
    <SettingsSection title={say("title")} text={say("text")} action={action}>
      <p className="flex max-w-prose items-start gap-2 text-sm">
        <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-warning" />
        {say("warning")}
      </p>
      <RowList query={publications} empty={say("none")}>
        {(publication) => (
          <PublicationRow
            key={publication.id}
            publication={publication}
            startsOpen={publication.id === made || publications.data?.length === 1}
            onEdit={() => setEdited(publication)}
          />
        )}
      </RowList>
      <Suspense>
        {edited && (
          <PublicationDialog
            publication={edited === "new" ? null : edited}
            onClose={() => setEdited(null)}
            onMade={setMade}
          />
        )}
      </Suspense>
    </SettingsSection>
  );
}
