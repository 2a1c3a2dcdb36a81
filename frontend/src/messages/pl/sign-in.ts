import type { Translated } from "@/messages/shape";
import type english from "../en/sign-in";

export default {
  signIn: "Zaloguj się",
  signInTitle: "Witaj ponownie",
  username: "Nazwa lub e-mail",
  newUsername: "Nazwa",
  password: "Hasło",
  newPassword: "Nowe hasło",
  passwordHint: "Co najmniej 10 znaków; dobrze sprawdza się kilka słów.",
  forgot: "Nie pamiętasz hasła?",
  forgotTitle: "Ustaw nowe hasło",
  forgotText: "Podaj swój adres e-mail. Jeśli należy do konta, wyślemy link.",
  resetDone: "Nowe hasło jest ustawione. Zaloguj się nim.",
  createAccount: "Utwórz konto",
  registerTitle: "Utwórz swoje konto",
  firstTitle: "Witaj w Tidings",
  firstText: "To pierwsze konto będzie kontem administratora.",
  haveAccount: "Mam już konto",
  closedTitle: "Rejestracja jest zamknięta",
  closedText: "Poproś administratora o zaproszenie.",
  inviteTitle: "Masz zaproszenie",
  send: "Wyślij",
} satisfies Translated<typeof english>;
