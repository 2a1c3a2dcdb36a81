// A change on the server after which some of what is loaded is asked for again.
import { useMutation, useQueryClient } from "@tanstack/react-query";

export function useChange<Variables, Answer>(
  stale: readonly (readonly unknown[])[],
  mutationFn: (variables: Variables) => Promise<Answer>,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    // Also after a refusal: what is shown may be why it was refused.
    onSettled: () => {
      for (const queryKey of stale) void client.invalidateQueries({ queryKey });
    },
  });
}
