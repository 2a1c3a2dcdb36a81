import { ShellKeys } from "@/components/keyboard/shell-keys";
import { useNews } from "@/realtime/use-news";

/** What listens all the time: live events and keys. Loaded once the page can be seen. */
export function Live() {
  useNews();
  return <ShellKeys />;
}
