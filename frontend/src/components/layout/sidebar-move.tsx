import { type FormEvent, useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { TextField } from "@/components/ui/field";
import { useErrorText } from "@/hooks/use-error-text";
import { useMoveInTree } from "@/hooks/use-tree-drag";
import { type FolderNode, folderTree } from "@/lib/folder-tree";
import { useMessages } from "@/lib/i18n";
import { canHold, dropMove, type TreeNode } from "@/lib/tree-moves";
import { useNewFolder } from "@/queries/feed-changes";
import { useFolders, useSubscriptions } from "@/queries/feeds";
import { toast } from "@/state/toasts";

interface MoveDialogProps {
  node: TreeNode;
  name: string;
  onClose: () => void;
}

/** Moving without dragging: choose a folder, or make one. */
export function MoveDialog({ node, name, onClose }: MoveDialogProps) {
  const say = useMessages("sidebar");
  const errorText = useErrorText();
  const folders = useFolders().data ?? [];
  const subscriptions = useSubscriptions().data ?? [];
  const newFolder = useNewFolder();
  const move = useMoveInTree();
  const form = useId();
  const [typed, setTyped] = useState("");
  const moveTo = async (folderId: number | null, folderName: string) => {
    onClose();
    const target = folderId === null ? null : { kind: "folder" as const, id: folderId };
    const isMoved = await move(dropMove({ folders, subscriptions }, node, target, "into"));
    if (isMoved) toast({ text: say("moved", { name, folder: folderName }) });
  };
  const create = (event: FormEvent) => {
    event.preventDefault();
    newFolder.mutate(typed.trim(), {
      onSuccess: ({ id, name: made }) => void moveTo(id, made),
    });
  };
  return (
    <Dialog
      open
      size="small"
      title={say("moveTitle", { name })}
      description={say("moveText")}
      onClose={onClose}
    >
      <ul className="relative -mx-2 mb-4 max-h-64 overflow-y-auto">
        <FolderChoice
          depth={0}
          label={say("noFolder")}
          onClick={() => void moveTo(null, say("noFolder"))}
        />
        {flat(folderTree(folders, []).folders, 0)
          .filter(({ id }) => node.kind === "feed" || canHold(folders, id, node.id))
          .map((one) => (
            <FolderChoice
              key={one.id}
              depth={one.depth}
              label={one.name}
              onClick={() => void moveTo(one.id, one.name)}
            />
          ))}
      </ul>
      <form id={form} onSubmit={create} className="flex items-end gap-2">
        <div className="flex-1">
          <TextField
            label={say("newFolder")}
            required
            maxLength={200}
            value={typed}
            error={newFolder.error ? errorText(newFolder.error) : undefined}
            onChange={(event) => setTyped(event.target.value)}
          />
        </div>
        <Button type="submit" busy={newFolder.isPending} disabled={typed.trim() === ""}>
          {say("create")}
        </Button>
      </form>
    </Dialog>
  );
}

function FolderChoice({
  label,
  depth,
  onClick,
}: {
  label: string;
  depth: number;
  onClick: () => void;
}) {
  return (
    <li>
      <button
        type="button"
        dir="auto"
        onClick={onClick}
        style={{ paddingInlineStart: `${0.5 + depth}rem` }}
        className="target w-full truncate rounded-md pe-2 text-start text-sm hover:bg-hover"
      >
        {label}
      </button>
    </li>
  );
}

function flat(
  nodes: readonly FolderNode[],
  depth: number,
): { id: number; name: string; depth: number }[] {
  return nodes.flatMap(({ folder, folders }) => [
    { id: folder.id, name: folder.name, depth },
    ...flat(folders, depth + 1),
  ]);
}
