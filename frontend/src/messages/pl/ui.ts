import type { Translated } from "@/lib/messages";
import type english from "../en/ui";

export default {
  close: "Zamknij",
  cancel: "Anuluj",
  save: "Zapisz",
  delete: "Usuń",
  undo: "Cofnij",
  retry: "Spróbuj ponownie",
  loading: "Wczytywanie",
  more: "Więcej",
  back: "Wstecz",
  dismiss: "Odrzuć",
  notifications: "Powiadomienia",
  showPassword: "Pokaż hasło",
  hidePassword: "Ukryj hasło",
  offlineTitle: "Brak połączenia",
  offlineText: "Serwer nie odpowiedział. Sprawdź połączenie i spróbuj ponownie.",
  notKeptText: "Tego nie ma na tym urządzeniu. Otworzy się, gdy wróci połączenie.",
  needsNetwork: "{label} (wymaga połączenia)",
  errorTitle: "Coś się nie udało",
  errorText: "Stało się coś nieoczekiwanego. Ponowna próba może pomóc.",
  notFoundTitle: "Nic tu nie ma",
  notFoundText: "Adres jest błędny albo tego, co tu było, już nie ma.",
  slowDownText: {
    one: "Za dużo prób. Spróbuj ponownie za {count} sekundę.",
    few: "Za dużo prób. Spróbuj ponownie za {count} sekundy.",
    many: "Za dużo prób. Spróbuj ponownie za {count} sekund.",
    other: "Za dużo prób. Spróbuj ponownie za {count} sekundy.",
  },
  notAllowedText: "Twoje konto nie ma do tego uprawnień.",
} satisfies Translated<typeof english>;
