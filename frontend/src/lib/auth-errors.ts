// Which of our own sentences describes a refusal about accounts; the server speaks English only.
import { ApiError } from "@/api/errors";
import type { ErrorCode } from "@/api/types";
import type auth from "@/messages/en/auth";

const BY_CODE = {
  WRONG_CREDENTIALS: "wrongCredentials",
  REGISTRATION_CLOSED: "registrationClosed",
  INVITE_INVALID: "inviteInvalid",
  RESET_INVALID: "resetInvalid",
  SIGN_IN_EXPIRED: "signInExpired",
  SIGN_IN_CANCELLED: "signInCancelled",
  EMAIL_UNVERIFIED: "emailUnverified",
  EMAIL_TAKEN: "emailTaken",
  ACCOUNT_DISABLED: "accountDisabled",
  PASSKEY_REFUSED: "passkeyRefused",
  PASSKEYS_UNAVAILABLE: "passkeysUnavailable",
  IDENTITY_REFUSED: "identityRefused",
  PROVIDER_UNAVAILABLE: "providerUnavailable",
  SIGN_IN_AGAIN: "signInAgain",
  SINGLE_USER: "singleUser",
  LAST_ADMINISTRATOR: "lastAdministrator",
  NAME_TAKEN: "nameTaken",
  EMAIL_UNUSABLE: "emailUnusable",
  BAD_EMAIL: "notAnEmail",
  BAD_USER_NAME: "badName",
  BAD_PASSWORD: "badPassword",
} as const satisfies Partial<Record<ErrorCode, keyof typeof auth>>;

export type AuthCode = keyof typeof BY_CODE;
export type AuthErrorKey = (typeof BY_CODE)[AuthCode];

/** Return the message for a code; null: it is not about accounts. */
export function authErrorKey(code: string): AuthErrorKey | null {
  return Object.hasOwn(BY_CODE, code) ? BY_CODE[code as AuthCode] : null;
}

/** Return the message for an error; null: it is not about accounts. */
export function authErrorKeyOf(error: unknown): AuthErrorKey | null {
  return error instanceof ApiError ? authErrorKey(error.code) : null;
}
