import type { Translated } from "@/messages/shape";
import type english from "../en/ai";

export default {
  title: "Streszczenia i neutralne tytuły",
  none: "Na tym serwerze nie ma AI",
  noneText: "Administrator jej nie skonfigurował. Nic nie jest nigdzie wysyłane.",
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
  backlog: "Istniejące wpisy",
  backlogHint:
    "Gdy zaczniesz śledzić kanał lub to włączysz, przetworzonych zostanie tyle najnowszych wpisów z każdego kanału. Pozostałe, gdy je otworzysz.",
  backlogValue: {
    one: "{count} z każdego kanału",
    few: "{count} z każdego kanału",
    many: "{count} z każdego kanału",
    other: "{count} z każdego kanału",
  },
  backlogEstimate: "Teraz około {calls} wywołań i {tokens} tokenów.",
  backlogEstimateFirst: "Po włączeniu będzie to około {calls} wywołań i {tokens} tokenów.",
  backlogFree: "Teraz {calls} wpisów; nic nie kosztują.",
  backlogDone: "Nie zostało nic do przetworzenia.",
  ownKeyTitle: "Własny klucz",
  ownKeyText:
    "Twoje żądania korzystają z Twojego klucza i limitu. Klucz jest przechowywany w postaci zaszyfrowanej i nie będzie już pokazywany.",
  ownKey: "Klucz",
  otherKey: "Zmień klucz",
  keepKey: "Zapisz klucz",
  keyKept: "Klucz został zapisany w postaci zaszyfrowanej",
  hasKey: "Używasz własnego klucza.",
  forgetKey: "Usuń klucz",
  forgetKeyQuestion: "Usunąć Twój klucz?",
  forgetKeyText: "Znów będą obowiązywać klucz i limity serwera.",
  ledger: "Zużycie",
  ledgerText: "Twoje własne żądania. Identyczna treść jest przetwarzana i opłacana tylko raz.",
  ledgerTitle: {
    one: "Ostatni dzień",
    few: "Ostatnie {count} dni",
    many: "Ostatnie {count} dni",
    other: "Ostatnie {count} dnia",
  },
  ledgerSummary: "Wywołania: {calls}, tokeny: {tokens}, koszt: {price}.",
  tokensRead: "tokeny, wejście i wyjście",
  tokensWritten: "w tym wyjście",
  calls: "Wywołania",
  tokens: "Tokeny",
  price: "Koszt",
} satisfies Translated<typeof english>;
