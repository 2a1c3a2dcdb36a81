// One's own account: what it is called, how it is opened, and its end.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, ask } from "@/api/client";
import type { components } from "@/api/schema";
import { forget } from "@/lib/local-store";
import { keys } from "./keys";

export type AccountChange = Pick<
  components["schemas"]["AccountChanges"],
  "name" | "email" | "password" | "current_password"
>;

export function useChangeAccount() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: AccountChange) => ask(api.PATCH("/api/v1/users/me", { body })),
    onSuccess: (account) => {
      client.setQueryData(keys.me, account);
      // A new password ends the other sessions.
      void client.invalidateQueries({ queryKey: ["credentials"] });
    },
  });
}

export function useDeleteAccount() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (current_password: string | null) =>
      ask(api.DELETE("/api/v1/users/me", { body: { current_password } })),
    onSuccess: async () => {
      const { afterSignOut } = await import("@/device/leave");
      await afterSignOut().catch(() => undefined);
      forget("account");
      forget("preferences");
      client.clear();
    },
  });
}
