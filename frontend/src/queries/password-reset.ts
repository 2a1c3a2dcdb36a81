// A new password without the old one, by a link that was mailed.
import { useMutation } from "@tanstack/react-query";
import { api, ask } from "@/api/client";

export function useForgotPassword() {
  return useMutation({
    mutationFn: (username: string) =>
      ask(api.POST("/api/v1/auth/forgot-password", { body: { username } })),
  });
}

export function useResetPassword() {
  return useMutation({
    mutationFn: (body: { token: string; password: string }) =>
      ask(api.POST("/api/v1/auth/reset-password", { body })),
  });
}
