import { useRouter, useSearch } from "@tanstack/react-router";
import { readSignInSearch } from "./guards";

/** Returns what leads on after signing in: to where one wanted to go, or home. */
export function useEnter(home = "/"): () => void {
  const router = useRouter();
  const { next } = readSignInSearch(useSearch({ strict: false }));
  return () => router.history.push(next ?? home);
}
