import { Plus } from "lucide-react";
import { type FormEvent, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { controlClasses } from "@/components/ui/field";
import { useErrorText } from "@/hooks/use-error-text";
import { useTreeDrag } from "@/hooks/use-tree-drag";
import { folderPaths } from "@/lib/folder-paths";
import { useMessages } from "@/lib/i18n";
import { useNewFolder } from "@/queries/feed-changes";
import { useFolders, useSubscriptions } from "@/queries/feeds";
import { FolderRow } from "./folder-row";

/** The folders: to make, name, arrange and delete, and to drop feeds on. */
export function FolderEditor() {
  const say = useMessages("manage");
  const folders = useFolders().data ?? [];
  const subscriptions = useSubscriptions().data ?? [];
  const tree = useRef<HTMLUListElement>(null);
  useTreeDrag(tree);
  const paths = folderPaths(folders);
  const feedsIn = (id: number) => subscriptions.filter((one) => one.folder_id === id).length;
  return (
    <div>
      <p className="mb-3 text-sm text-soft">{say("foldersText")}</p>
      {paths.length === 0 && <p className="text-sm text-soft">{say("noFolders")}</p>}
      <ul ref={tree} className="-mx-2 flex flex-col">
        {paths.map((folder) => (
          <FolderRow key={folder.id} folder={folder} feeds={feedsIn(folder.id)} />
        ))}
      </ul>
      <NewFolder />
    </div>
  );
}

function NewFolder() {
  const say = useMessages("manage");
  const errorText = useErrorText();
  const make = useNewFolder();
  const [typed, setTyped] = useState("");
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (typed.trim() === "") return;
    make.mutate(typed.trim(), { onSuccess: () => setTyped("") });
  };
  return (
    <form onSubmit={send} className="mt-3">
      <div className="flex gap-2">
        <input
          aria-label={say("folderName")}
          placeholder={say("newFolder")}
          maxLength={200}
          dir="auto"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          className={controlClasses}
        />
        <Button type="submit" busy={make.isPending} aria-label={say("create")}>
          <Plus aria-hidden="true" className="size-4" />
        </Button>
      </div>
      {make.error && (
        <p role="alert" className="mt-1 text-sm text-danger">
          {errorText(make.error)}
        </p>
      )}
    </form>
  );
}
