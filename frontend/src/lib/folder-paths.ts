// Folders by their whole path, as a flat list to choose from. Pure.
import type { Folder } from "@/api/types";
import { type FolderNode, folderTree } from "./folder-tree";

export interface FolderPath {
  id: number;
  name: string;
  path: string; // "News / Europe"
  depth: number;
}

export function folderPaths(folders: readonly Folder[]): FolderPath[] {
  return walk(folderTree([...folders], []).folders, "", 0);
}

function walk(nodes: readonly FolderNode[], above: string, depth: number): FolderPath[] {
  return nodes.flatMap(({ folder, folders }) => {
    const path = above === "" ? folder.name : `${above} / ${folder.name}`;
    return [
      { id: folder.id, name: folder.name, path, depth },
      ...walk(folders, path, depth + 1),
    ];
  });
}
