// What the live events tell the reader in words: rules that fired, and work under way.
import { useCallback, useLayoutEffect, useRef } from "react";
import { toast } from "@/components/ui/toast-store";
import { useMessages } from "@/lib/i18n";
import { recall } from "@/lib/local-store";
import type { Changes } from "./apply-event";
import { useRealtime } from "./useRealtime";

// These pages show the progress of their work themselves.
const PAGES_WITH_PROGRESS = /^\/(subscribe|share|manage|admin|settings\/data|welcome)/;
const LONG = 30_000;

/** Called once, by the shell. */
export function useNews(): void {
  const say = useMessages("layout");
  const latest = useRef(say);
  useLayoutEffect(() => {
    latest.current = say;
  });
  const onJob = useCallback((job: NonNullable<Changes["job"]>) => {
    if (PAGES_WITH_PROGRESS.test(location.pathname)) return;
    const { id, state, done, total } = job;
    const key = `job-${id}`;
    if (state === "done") toast({ key, text: latest.current("jobDone") });
    else if (state === "failed")
      toast({ key, text: latest.current("jobFailed"), look: "danger" });
    else if (total > 0) {
      toast({ key, text: latest.current("job", { done, total }), duration: LONG });
    } else toast({ key, text: latest.current("jobWaiting"), duration: LONG });
  }, []);
  useRealtime({ onNotice: showNotice, onJob });
}

function showNotice(notice: Record<string, unknown>): void {
  const isOfRule = typeof notice.rule === "string";
  // Where nobody looks, the notification that is pushed tells of it: never both.
  if (isOfRule && recall("push") === true && !document.hasFocus()) return;
  const text = isOfRule ? [notice.rule, ...titlesOf(notice)].join(": ") : notice.switched_off;
  if (typeof text === "string") toast({ text });
}

/** The title of the first entry that the rule found. */
function titlesOf({ entries }: Record<string, unknown>): string[] {
  const first: unknown = Array.isArray(entries) ? entries[0] : null;
  const title = (first as { title?: unknown } | null)?.title;
  return typeof title === "string" && title ? [title] : [];
}
