import type { Translated } from "@/lib/messages";
import type english from "../en/refusals";

export default {
  gone: "Tego już nie ma. Może usunięto to na innym urządzeniu.",
  notAllowed:
    "Twoje konto nie ma do tego uprawnień. Zwróć się do osoby prowadzącej tę instalację.",
  busy: "Serwer jest zajęty. Spróbuj ponownie za chwilę.",
  broken: "Coś poszło nie tak w samym Tidings. Spróbuj ponownie; więcej mówi dziennik serwera.",
  tooManyJobs: "Wiele Twoich zadań już czeka. Spróbuj ponownie, gdy któreś się skończy.",
  tooMany: "Osiągnięto największą dozwoloną liczbę. Najpierw usuń coś, czego nie potrzebujesz.",
  needsName: "Nadaj nazwę.",
  folderExists: "Folder o tej nazwie już tam jest. Wybierz inną nazwę.",
  folderDeep: "Folderu nie da się tam umieścić: foldery byłyby zagnieżdżone zbyt głęboko.",
  feedDisabled: "Ten kanał wyłączyła administracja i tylko ona może go włączyć.",
  noFeed: "{problem} Sprawdź adres albo spróbuj ponownie później.",
  noFeedLogin:
    "Serwer wymaga zalogowania. Wpisz dane do adresu: https://nazwa:haslo@przyklad.pl/feed.",
  noArticle: "Na stronie nie ma artykułu, który dałoby się odczytać.",
  proxyWrong:
    "Adres serwera proxy jest błędny. Powinien wyglądać tak: http://proxy.example:3128.",
  intervalWrong: "Ta instalacja nie pozwala na taki odstęp. Wybierz inny.",
  userAgentWrong:
    "Takiego nagłówka User-Agent nie można wysłać. Użyj tylko zwykłych liter, cyfr i znaków.",
  searchEmpty: "To wyszukiwanie o nic nie pyta. Wpisz słowo albo na przykład is:unread.",
  searchDate: "Po „{term}:” musi być data, na przykład 2024-05-31.",
  searchSlow:
    "To wyszukiwanie trwa zbyt długo. Użyj rzadszych słów albo zawęź je do kanału lub daty.",
  webhookAddress:
    "Nie można tam nic wysłać. Musi to być adres http lub https w internecie albo taki, na który osoba prowadząca Tidings zezwala przez TIDINGS_ALLOW_ORIGINS.",
  webhookOff: "Ten webhook jest wyłączony. Najpierw go włącz.",
  notOpml:
    "Ten plik nie jest listą kanałów (OPML). Wyeksportuj ją z innego czytnika i wybierz tamten plik.",
  notOurs:
    "Tego pliku nie wyeksportował Tidings. Wybierz plik zapisany przez „Pobierz wszystko”.",
  newerFile: "Ten plik zapisał nowszy Tidings. Najpierw zaktualizuj tę instalację.",
  emptyFile: "Plik jest pusty. Wybierz inny.",
  largeFile: "Plik jest większy, niż przyjmuje ten serwer.",
  badKey: "To nie jest klucz: ma on co najmniej 8 liter, cyfr i znaków, bez spacji.",
  lastWayIn: "To Twój ostatni sposób logowania. Najpierw ustaw hasło albo połącz inną usługę.",
  aiOff: "AI tej instalacji tego nie potrafi.",
} satisfies Translated<typeof english>;
