// Which of our own sentences tells a refusal about accounts; the server speaks English only.
import { ApiError } from "@/api/errors";

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
} as const;
const BY_FIELD = {
  "CONFLICT name": "nameTaken",
  "CONFLICT email": "emailUnusable",
  "INVALID email": "notAnEmail",
  "INVALID name": "badName",
  "INVALID username": "badName",
  "INVALID password": "badPassword",
} as const;

export type AuthErrorKey =
  | (typeof BY_CODE)[keyof typeof BY_CODE]
  | (typeof BY_FIELD)[keyof typeof BY_FIELD];

/** Return the message for a code; null: we have no words of our own for it. */
export function authErrorKey(code: string): AuthErrorKey | null {
  return Object.hasOwn(BY_CODE, code) ? BY_CODE[code as keyof typeof BY_CODE] : null;
}

/** Return the message for an error; a clash or a bad value is told by its field. */
export function authErrorKeyOf(error: unknown): AuthErrorKey | null {
  if (!(error instanceof ApiError)) return null;
  const place = `${error.code} ${String(error.details.field ?? "")}`;
  if (Object.hasOwn(BY_FIELD, place)) return BY_FIELD[place as keyof typeof BY_FIELD];
  return authErrorKey(error.code);
}
