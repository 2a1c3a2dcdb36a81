// What the reader is notified of in words: rules that fired, and work under way.
import { useRouter } from "@tanstack/react-router";
import { useCallback, useLayoutEffect, useRef } from "react";
import { useMessages } from "@/lib/i18n";
import { recall } from "@/lib/local-store";
import { toast } from "@/state/toasts";
import type { Changes } from "./apply-event";
import { useRealtime } from "./useRealtime";

const LONG = 30_000;

/** Called once, by the shell. */
export function useNews(): void {
  const say = useMessages("layout");
  const latest = useRef(say);
  useLayoutEffect(() => {
    latest.current = say;
  });
  const router = useRouter();
  const onJob = useCallback(
    (job: NonNullable<Changes["job"]>) => {
      const { matches } = router.state;
      if (matches.some(({ staticData }) => staticData.showsProgress)) return;
      const { id, state, done, total } = job;
      const key = `job-${id}`;
      if (state === "done") toast({ key, text: latest.current("jobDone") });
      else if (state === "failed")
        toast({ key, text: latest.current("jobFailed"), look: "danger" });
      else if (total > 0) {
        toast({ key, text: latest.current("job", { done, total }), duration: LONG });
      } else toast({ key, text: latest.current("jobWaiting"), duration: LONG });
    },
    [router],
  );
  const onNotice = useCallback((notice: Record<string, unknown>) => {
    if ("switched_off" in notice) toast({ text: latest.current("webhookOff") });
    else showFound(notice);
  }, []);
  useRealtime({ onNotice, onJob });
}

function showFound(notice: Record<string, unknown>): void {
  // Where nobody looks, the pushed notification shows it: never both.
  if (recall("push") === true && !document.hasFocus()) return;
  if (typeof notice.rule === "string") {
    toast({ text: [notice.rule, ...titlesOf(notice)].join(": ") });
  }
}

/** The title of the first entry that the rule found. */
function titlesOf({ entries }: Record<string, unknown>): string[] {
  const first: unknown = Array.isArray(entries) ? entries[0] : null;
  const title = (first as { title?: unknown } | null)?.title;
  return typeof title === "string" && title ? [title] : [];
}
