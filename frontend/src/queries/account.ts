// Who is signed in, and the ways in and out.
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, ask } from "@/api/client";
import type { components } from "@/api/schema";
import { leaveFor } from "@/lib/leave-for";
import { forget } from "@/lib/local-store";
import { patient } from "./kept";
import { keys } from "./keys";

type Login = components["schemas"]["SignIn"];
type Registration = components["schemas"]["NewAccount"];

export const meQuery = queryOptions({
  queryKey: keys.me,
  queryFn: ({ signal }) => ask(api.GET("/api/v1/users/me", { signal: patient(signal) })),
  staleTime: 5 * 60_000,
});

export const signInOptionsQuery = queryOptions({
  queryKey: keys.signInOptions,
  queryFn: ({ signal }) => ask(api.GET("/api/v1/auth/options", { signal })),
});

export function useMe() {
  return useQuery(meQuery);
}

export function useSignInOptions() {
  return useQuery(signInOptionsQuery);
}

export function useSignIn() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Login) => ask(api.POST("/api/v1/auth/login", { body })),
    onSuccess: ({ user }) => client.setQueryData(keys.me, user),
  });
}

export function useRegister() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Registration) => ask(api.POST("/api/v1/auth/register", { body })),
    onSuccess: ({ user }) => client.setQueryData(keys.me, user),
  });
}

/** Afterwards the page loads again: nothing of the account stays, in memory either. If some
 * changes have not reached the server, `mayLose` decides. */
export function useSignOut(mayLose: (count: number) => Promise<boolean>) {
  return useMutation({
    mutationFn: async () => {
      const { afterSignOut, beforeSignOut } = await import("@/device/leave");
      const left = await beforeSignOut().catch(() => 0);
      if (left > 0 && !(await mayLose(left))) return;
      await ask(api.POST("/api/v1/auth/logout"));
      forget("account");
      await afterSignOut().catch(() => undefined);
      leaveFor("/login");
    },
  });
}
