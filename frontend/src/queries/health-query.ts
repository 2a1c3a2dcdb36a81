// Alone, since the app asks it before the page that shows the answer is loaded.
import { queryOptions } from "@tanstack/react-query";
import { api, ask } from "@/api/client";
import { everyPage, PAGE_LIMIT } from "@/api/every-page";
import { keys } from "./keys";

export const healthQuery = queryOptions({
  queryKey: keys.health,
  queryFn: ({ signal }) =>
    everyPage((cursor) =>
      ask(
        api.GET("/api/v1/health/feeds", {
          params: { query: { limit: PAGE_LIMIT, ...(cursor ? { cursor } : {}) } },
          signal,
        }),
      ),
    ),
});
