import type { Translated } from "@/messages/shape";
import type english from "../en/offline";

export default {
  title: "Czytanie bez połączenia",
  text: "Najnowsze wpisy są przechowywane na tym urządzeniu razem z obrazami i Twoimi oznaczeniami. Wpisy z gwiazdką również.",
  unsupported:
    "Ta przeglądarka nie pozwala Tidings niczego zapisać, więc potrzebne jest połączenie.",
  stored: {
    one: "Zapisano {count} wpis",
    few: "Zapisano {count} wpisy",
    many: "Zapisano {count} wpisów",
    other: "Zapisano {count} wpisu",
  },
  pictures: {
    one: "{count} obraz, {size}",
    few: "{count} obrazy, {size}",
    many: "{count} obrazów, {size}",
    other: "{count} obrazu, {size}",
  },
  filling: "Zapisywanie wpisów: {done} z {total}",
  loadNow: "Zaktualizuj teraz",
  full: "Ta przeglądarka nie daje więcej miejsca. Przechowuj mniej wpisów lub obrazów albo zwolnij miejsce.",
  entriesLabel: "Ile wpisów przechowywać",
  entriesValue: {
    one: "{count} wpis",
    few: "{count} wpisy",
    many: "{count} wpisów",
    other: "{count} wpisu",
  },
  entriesNone: "żadnych",
  picturesLabel: "Miejsce na obrazy",
  picturesHint: "Przechowywane są tylko obrazy wczytywane przez Twój serwer Tidings.",
  waitingTitle: "Zmiany do wysłania",
  waitingNone: "Wszystkie Twoje zmiany dotarły na serwer.",
  waitingText: {
    one: "{count} zmianę wprowadzono bez połączenia. Wyśle się sama; z dwóch urządzeń liczy się nowsza zmiana.",
    few: "{count} zmiany wprowadzono bez połączenia. Wyślą się same; z dwóch urządzeń liczy się nowsza zmiana.",
    many: "{count} zmian wprowadzono bez połączenia. Wyślą się same; z dwóch urządzeń liczy się nowsza zmiana.",
    other:
      "{count} zmiany wprowadzono bez połączenia. Wyślą się same; z dwóch urządzeń liczy się nowsza zmiana.",
  },
  sendNow: "Wyślij teraz",
  sendFailed: "Serwer nie odpowiedział. Zmiany zostaną tutaj, dopóki nie odpowie.",
  storageTitle: "Pamięć",
  used: "Tidings zajmuje w tej przeglądarce {used} z około {available}.",
  isLasting: "Ta przeglądarka zachowa dane, dopóki ich nie usuniesz.",
  isNotLasting: "Ta przeglądarka może usunąć dane, gdy zabraknie miejsca.",
  askToKeep: "Poproś o zachowanie",
  keepRefused: "Przeglądarka się nie zgodziła. Często pomaga zainstalowanie aplikacji.",
  freePictures: "Usuń obrazy",
  freeEverything: "Usuń wszystko, co zapisano",
  freed: "Usunięto. Dane zapiszą się ponownie, chyba że ustawisz limity na zero.",
  appTitle: "Aplikacja",
  appText:
    "Zainstalowany Tidings otwiera się we własnym oknie, a inne aplikacje mogą udostępniać mu strony.",
  install: "Zainstaluj",
  installed: "Tidings jest zainstalowany na tym urządzeniu.",
  installHint:
    "Otwórz menu przeglądarki i wybierz „Zainstaluj” lub „Dodaj do ekranu głównego”.",
  insecure: "Przeglądarki instalują aplikacje i otwierają je bez połączenia tylko przez HTTPS.",
  countInTitle: "Pokazuj liczbę nieprzeczytanych wpisów w tytule karty",
  countOnIcon: "Pokazuj liczbę nieprzeczytanych wpisów na ikonie aplikacji",
} satisfies Translated<typeof english>;
