import { Select } from "@/components/ui/select";
import { folderPaths } from "@/lib/folder-paths";
import { useFolders } from "@/queries/feeds";

interface FolderSelectProps {
  label: string;
  none: string;
  value: number | null;
  onChange: (folderId: number | null) => void;
}

/** One of the reader's folders, by its whole path, or none. */
export function FolderSelect({ label, none, value, onChange }: FolderSelectProps) {
  const paths = folderPaths(useFolders().data ?? []);
  return (
    <Select
      label={label}
      value={value === null ? "" : String(value)}
      options={[
        { value: "", label: none },
        ...paths.map(({ id, path }) => ({ value: String(id), label: path })),
      ]}
      onChange={(chosen) => onChange(chosen === "" ? null : Number(chosen))}
    />
  );
}
