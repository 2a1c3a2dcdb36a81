import type { Translated } from "@/messages/shape";
import type english from "../en/digest";

export default {
  title: "Przegląd",
  text: "Skrót Twoich nieprzeczytanych wpisów, jako wpis w osobnym kanale.",
  every: "Jak często",
  off: "Nigdy",
  daily: "Codziennie",
  weekly: "Co tydzień",
  weekday: "Dzień",
  hour: "Godzina",
  timeZone: "Strefa czasowa: {zone}",
  useTimeZone: "Użyj {zone}",
  length: "Długość",
  entries: {
    one: "do {count} wpisu",
    few: "do {count} wpisów",
    many: "do {count} wpisów",
    other: "do {count} wpisu",
  },
  language: "Język",
  languageAuto: "Taki jak streszczeń",
  next: "Następny: {when}.",
  byMail: "Także pocztą",
  byMailHint: "Na adres {email}.",
  noMail:
    "Ten serwer nie może wysyłać poczty: administrator musi skonfigurować serwer poczty (TIDINGS_SMTP_URL).",
  noAddress: "Twoje konto nie ma adresu e-mail. Najpierw go dodaj.",
  unproven:
    "Jeszcze niemożliwe: adres {email} nie został zweryfikowany. Połącz usługę logowania, która używa tego adresu.",
  unprovable:
    "Niemożliwe: adresu {email} nie można zweryfikować. Potrzebna jest usługa logowania, na przykład OpenID Connect, którą może skonfigurować tylko administrator.",
  toAccount: "Przejdź do konta",
  last: "Ostatnie przeglądy",
  writeNow: "Przygotuj teraz",
  writesNow: "Pojawi się w ciągu kilku minut. Jeśli tekst pisze AI, może to potrwać dłużej.",
  noneYet: "Jeszcze żadnego. Pierwszy pojawi się o wybranej porze.",
  noneOff: "Jeszcze żadnego. Wybierz powyżej, jak często ma się pojawiać.",
  open: "Przegląd: {when}",
  writing: "w trakcie pisania",
  nothing: "nic do przekazania",
  since: "od {when}",
  mailed: "wysłano pocztą",
} satisfies Translated<typeof english>;
