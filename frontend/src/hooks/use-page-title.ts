import { useEffect } from "react";
import { usePreferences } from "@/queries/preferences";

/** Names the browser's tab; with a number in front if there is something unread. */
export function usePageTitle(title: string, unread = 0): void {
  const { countInTitle } = usePreferences();
  const count = countInTitle ? unread : 0;
  useEffect(() => {
    const name = title ? `${title} · Tidings` : "Tidings";
    document.title = count > 0 ? `(${count}) ${name}` : name;
  }, [title, count]);
}
