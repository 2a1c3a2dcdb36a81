// The whole article of an entry: asked for, awaited while it is fetched, shown or not.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, ask } from "@/api/client";
import type { Entry, FullText } from "@/api/types";
import { pause } from "@/lib/pause";
import { inReadersWords } from "@/lib/readers-words";
import { keys } from "./keys";

const PAUSE = 1_500;
const MOST_ASKED = 30;

/** Fetch the article; the opened entry has it afterwards. A failure is an answer, not an error.
 * `again`: look whether it says something else by now. */
export function useFetchFullText(id: number, again = false) {
  const client = useQueryClient();
  return useMutation({
    mutationKey: ["full-text", id],
    mutationFn: () => awaitFullText(id, again),
    onSuccess: (answer) => {
      if (answer.source !== "full_text") return;
      client.setQueryData<Entry>(
        keys.entry(id),
        (entry) => entry && { ...entry, full_text_html: answer.html },
      );
      if (again) void client.invalidateQueries({ queryKey: keys.versions(id) });
      // Highlights may be in the longer text.
      void client.invalidateQueries({ queryKey: keys.entryHighlights(id) });
    },
  });
}

async function awaitFullText(id: number, again: boolean): Promise<FullText> {
  for (let asked = 1; ; asked += 1) {
    const params = { path: { id }, query: again && asked === 1 ? { again } : {} };
    const answer = await ask(api.POST("/api/v1/entries/{id}/full-text", { params }));
    if (answer.state !== "working" || asked >= MOST_ASKED) return inReadersWords(answer);
    await pause(PAUSE);
  }
}
