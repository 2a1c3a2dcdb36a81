import type { Translated } from "@/messages/shape";
import type english from "../en/data";

export default {
  feeds: "Twoja lista kanałów",
  feedsText: "Kanały, foldery i tytuły w formacie OPML, który rozumie każdy czytnik kanałów.",
  exportFeeds: "Pobierz listę (OPML)",
  importFeeds: "Importuj listę",
  all: "Wszystkie Twoje dane",
  allText:
    "Preferencje, foldery, kanały, gwiazdki, tagi, zaznaczenia i zapisane strony z pełną treścią, reguły i wyszukiwania. Bez haseł.",
  exportAll: "Pobierz wszystko",
  exportStarted: "Rozpoczęto pobieranie.",
  importAll: "Importuj swoje dane",
  importAllText:
    "Zaimportuj eksport z Tidings. To, co już jest, zostaje; dwukrotny import niczego nie zepsuje.",
  dropHere: "Upuść tutaj plik albo",
  chooseFile: "Wybierz plik",
  importing: "Importowanie…",
  importingCount: "{done} z {total} wierszy",
  waiting: "Czeka na rozpoczęcie…",
  failed: "Import się nie udał",
  broughtIn: {
    one: "Wczytano {count} pozycję",
    few: "Wczytano {count} pozycje",
    many: "Wczytano {count} pozycji",
    other: "Wczytano {count} pozycji",
  },
  nothingNew: "W tym pliku nie ma nic nowego",
  thereBefore: {
    one: "{count} już była",
    few: "{count} już były",
    many: "{count} już było",
    other: "{count} już było",
  },
  refused: {
    one: "Nie udało się odczytać: {count}",
    few: "Nie udało się odczytać: {count}",
    many: "Nie udało się odczytać: {count}",
    other: "Nie udało się odczytać: {count}",
  },
  problemAt: "Wiersz {line}: {reason}",
  notePublication: "Opublikowane listy mają tu nowe adresy: przekaż je tym, którzy je czytają.",
  noteWebhook: "Webhooki mają tu nowe sekrety i są wyłączone, dopóki ich nie włączysz.",
} satisfies Translated<typeof english>;
