// Where new subscriptions go: a folder that is there, none, or one still to be made.
import { useNewFolder } from "./feed-changes";
import { useFolders } from "./feeds";

/** A folder's number, null for none, or the name of a new one. */
export type WantedFolder = number | null | string;

/** Returns a function that gives the number of the wanted folder, and makes it if it is not
 * there yet. A name without letters is no folder. */
export function useWantedFolder(): (wanted: WantedFolder) => Promise<number | null> {
  const folders = useFolders().data ?? [];
  const { mutateAsync } = useNewFolder();
  return async (wanted) => {
    if (typeof wanted !== "string") return wanted;
    const name = wanted.trim();
    if (name === "") return null;
    const known = folders.find((one) => one.parent_id === null && one.name === name);
    return (known ?? (await mutateAsync(name))).id;
  };
}
