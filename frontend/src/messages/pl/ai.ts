import type { Translated } from "@/messages/shape";
import type english from "../en/ai";

export default {
  title: "Streszczenia i neutralne tytuły",
  none: "Tutaj nie ma AI",
  noneText:
    "Osoba prowadząca tę instalację jej nie skonfigurowała. Nic nie jest nigdzie wysyłane.",
  modelText: "Pisze {model} ({provider}). Wysyłane są tam tylko wpisy z Twoich kanałów.",
  excerptText:
    "Najważniejsze zdania z samego wpisu, wybrane na tym serwerze. Nic nie jest nigdzie wysyłane.",
  wantAi: "Używaj AI w moich kanałach",
  wantAiHint:
    "Wyłączone, dopóki tego nie włączysz. Dla poszczególnych kanałów można wybrać inaczej.",
  wantExcerpts: "Pokazuj fragmenty jako streszczenia",
  wantDeframing: "Neutralne tytuły",
  wantDeframingHint:
    "Rzeczowy tytuł obok oryginału, z oceną stronniczości i clickbaitu oraz uzasadnieniem.",
  ceiling: "Wskazuj stronniczość powyżej",
  ceilingHint: "Wpisy z wyższą oceną dostają znak.",
  percent: "{value}%",
  summaryLanguage: "Język streszczeń",
  languageAuto: "Jak w interfejsie",
  backlog: "Wpisy, które już są",
  backlogHint:
    "Gdy zaczniesz śledzić kanał lub to włączysz, opracowanych zostanie tyle najnowszych wpisów z każdego kanału. Pozostałe, gdy je otworzysz.",
  backlogValue: {
    one: "{count} z każdego kanału",
    few: "{count} z każdego kanału",
    many: "{count} z każdego kanału",
    other: "{count} z każdego kanału",
  },
  backlogEstimate: "Teraz około {calls} wywołań i {tokens} tokenów.",
  backlogEstimateFirst: "Po włączeniu będzie to około {calls} wywołań i {tokens} tokenów.",
  backlogFree: "Teraz {calls} wpisów; nic nie kosztują.",
  backlogDone: "Teraz niczego nie brakuje.",
  ownKeyTitle: "Własny klucz",
  ownKeyText:
    "Za to, o co poprosisz, płacisz wtedy z własnej kieszeni i nie obowiązują Cię tutejsze limity. Klucz jest przechowywany w postaci zaszyfrowanej i nigdy więcej niepokazywany.",
  ownKey: "Klucz",
  otherKey: "Inny klucz",
  keepKey: "Zachowaj klucz",
  keyKept: "Klucz został zapisany w postaci zaszyfrowanej",
  hasKey: "W użyciu jest Twój klucz.",
  forgetKey: "Zapomnij",
  forgetKeyQuestion: "Zapomnieć Twój klucz?",
  forgetKeyText: "Znów będą obowiązywać klucz i limity instalacji.",
  ledger: "Zużycie",
  ledgerText: "To, o co prosisz samodzielnie. Jednakowa treść jest czytana i opłacana raz.",
  ledgerTitle: {
    one: "Ostatni dzień",
    few: "Ostatnie {count} dni",
    many: "Ostatnie {count} dni",
    other: "Ostatnie {count} dnia",
  },
  ledgerSummary: "Wywołania: {calls}, tokeny: {tokens}, koszt: {price}.",
  tokensRead: "tokeny, przeczytane i napisane",
  tokensWritten: "w tym napisane",
  calls: "Wywołania",
  tokens: "Tokeny",
  price: "Koszt",
} satisfies Translated<typeof english>;
