import { TextField } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { folderPaths } from "@/lib/folder-paths";
import { useMessages } from "@/lib/i18n";
import { useFolders } from "@/queries/feeds";
import type { WantedFolder } from "@/queries/wanted-folder";

const NEW = "new";

interface FolderChoiceProps {
  value: WantedFolder;
  onChange: (folder: WantedFolder) => void;
}

/** One of the reader's folders, none, or a new one, made when it is needed. */
export function FolderChoice({ value, onChange }: FolderChoiceProps) {
  const say = useMessages("subscribe");
  const paths = folderPaths(useFolders().data ?? []);
  const isNew = typeof value === "string";
  return (
    <>
      <div className="min-w-40 flex-1 sm:max-w-64">
        <Select
          label={say("folder")}
          value={isNew ? NEW : String(value ?? "")}
          options={[
            { value: "", label: say("noFolder") },
            ...paths.map(({ id, path }) => ({ value: String(id), label: path })),
            { value: NEW, label: say("newFolder") },
          ]}
          onChange={(chosen) =>
            onChange(chosen === NEW ? "" : chosen === "" ? null : Number(chosen))
          }
        />
      </div>
      {isNew && (
        <div className="min-w-40 flex-1 sm:max-w-64">
          <TextField
            label={say("folderName")}
            autoFocus
            maxLength={200}
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
        </div>
      )}
    </>
  );
}
