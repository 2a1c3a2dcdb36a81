import { useState } from "react";
import { useErrorText } from "@/hooks/use-error-text";
import { withTypedLogin } from "@/lib/shared-address";
import { useSubscribe } from "@/queries/subscribing";
import { useWantedFolder, type WantedFolder } from "@/queries/wanted-folder";

/** What became of one feed. */
export type SubscribeResult =
  | { state: "busy" }
  | { state: "done" }
  | { state: "failed"; problem: string };

/** Follows several feeds one after the other; each has a result of its own. */
export function useSubscribeAll(typed: string) {
  const errorText = useErrorText();
  const { mutateAsync } = useSubscribe();
  const folderOf = useWantedFolder();
  const [results, setResults] = useState<ReadonlyMap<string, SubscribeResult>>(new Map());
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState("");
  const note = (url: string, result: SubscribeResult) =>
    setResults((before) => new Map(before).set(url, result));
  const follow = async (url: string, folder_id: number | null) => {
    note(url, { state: "busy" });
    try {
      await mutateAsync({ url: withTypedLogin(url, typed), folder_id });
      note(url, { state: "done" });
    } catch (error) {
      note(url, { state: "failed", problem: errorText(error) });
    }
  };
  const start = async (urls: readonly string[], wanted: WantedFolder) => {
    setBusy(true);
    setProblem("");
    try {
      const folderId = await folderOf(wanted);
      for (const url of urls) await follow(url, folderId);
    } catch (error) {
      setProblem(errorText(error)); // the folder
    }
    setBusy(false);
  };
  return { start, results, isBusy, problem };
}
