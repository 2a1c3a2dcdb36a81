import { Select } from "@/components/ui/select";
import { folderPaths } from "@/lib/folder-paths";
import { useMessages } from "@/lib/i18n";
import {
  needsChoice,
  type PublicationDraft,
  SOURCES,
  type Source,
} from "@/lib/publication-draft";
import { useFolders, useSearches, useTags } from "@/queries/feeds";

interface Option {
  value: string;
  label: string;
}

interface SourceFieldsProps {
  draft: PublicationDraft;
  /** `name` is what the list can be called, unless the reader calls it otherwise. */
  onChange: (source: Source, of: string, name: string) => void;
}

/** What the list is of: some sources need a second choice. */
export function SourceFields({ draft, onChange }: SourceFieldsProps) {
  const say = useMessages("publish");
  const { source } = draft;
  const nameOf = (one: Source) => (needsChoice(one) ? "" : say(`source_${one}`));
  return (
    <>
      <Select
        label={say("what")}
        value={source}
        options={SOURCES.map((value) => ({ value, label: say(`source_${value}`) }))}
        onChange={(value) => onChange(value, "", nameOf(value))}
      />
      {needsChoice(source) && (
        <Choice
          source={source}
          value={draft.of}
          onChange={(of, name) => onChange(source, of, name)}
        />
      )}
    </>
  );
}

interface ChoiceProps {
  source: "folder" | "tag" | "search";
  value: string;
  onChange: (of: string, name: string) => void;
}

function Choice({ source, value, onChange }: ChoiceProps) {
  const say = useMessages("publish");
  const options = useOptions(source);
  return (
    <Select
      label={say(`which_${source}`)}
      value={value}
      hint={options?.length === 0 ? say("noneToChoose") : undefined}
      options={[{ value: "", label: say("choose") }, ...(options ?? [])]}
      onChange={(of) => onChange(of, options?.find((one) => one.value === of)?.label ?? "")}
    />
  );
}

function useOptions(source: ChoiceProps["source"]): Option[] | undefined {
  const folders = useFolders().data;
  const tags = useTags().data;
  const searches = useSearches().data;
  if (source === "tag") return tags?.map(({ name }) => ({ value: name, label: name }));
  if (source === "search") return searches?.map(({ id, name }) => ({ value: id, label: name }));
  return (
    folders && folderPaths(folders).map(({ id, path }) => ({ value: `${id}`, label: path }))
  );
}
