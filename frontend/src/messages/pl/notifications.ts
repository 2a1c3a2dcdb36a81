import type { Translated } from "@/messages/shape";
import type english from "../en/notifications";

export default {
  here: "Powiadomienia w tej przeglądarce",
  hereText:
    "Dostaniesz powiadomienie, gdy reguła z opcją „powiadom mnie” coś znajdzie, nawet gdy Tidings jest zamknięty. Nic innego nie jest wysyłane.",
  toRules: "Wybierz, o czym powiadamiać",
  allow: "Zezwól tutaj na powiadomienia",
  notAllowed: "Przeglądarka na to nie pozwoliła. Sprawdź jej ustawienia dla tej strony.",
  isOn: "Powiadomienia są w tej przeglądarce włączone.",
  unsupported:
    "Ta przeglądarka nie przyjmuje powiadomień albo adres nie jest bezpieczny (https). Na iPhonie i iPadzie najpierw dodaj Tidings do ekranu początkowego.",
  blocked:
    "Powiadomienia są dla tej strony zablokowane. Zezwól na nie w ustawieniach przeglądarki i wróć tutaj.",
  devices: "Urządzenia z powiadomieniami",
  devicesText: "Wylogowanie na urządzeniu wyłącza na nim powiadomienia.",
  noDevices:
    "Jeszcze żadne. Zezwól na powiadomienia na każdym urządzeniu, na którym ich chcesz.",
  thisDevice: "To urządzenie",
  nothingYet: "jeszcze nic nie wysłano",
  lastSent: "ostatnio wysłano {when}",
  failures: {
    one: "{count} niepowodzenie",
    few: "{count} niepowodzenia z rzędu",
    many: "{count} niepowodzeń z rzędu",
    other: "{count} niepowodzenia z rzędu",
  },
  test: "Wypróbuj",
  testNamed: "Wyślij próbne powiadomienie: {name}",
  testSent: "Próbne powiadomienie jest w drodze",
  stop: "Wyłącz",
  stopNamed: "Wyłącz powiadomienia: {name}",
} satisfies Translated<typeof english>;
