import type { Translated } from "@/messages/shape";
import type english from "../en/sidebar";

export default {
  markRead: "Oznacz jako przeczytane",
  refresh: "Sprawdź, czy są nowe wpisy",
  edit: "Ustawienia…",
  site: "Odwiedź stronę",
  health: "Co jest nie tak",
  rename: "Zmień nazwę…",
  renameTitle: "Zmień nazwę „{name}”",
  name: "Nazwa",
  itsFeeds: "Zarządzaj jego kanałami",
  deleteFolder: "Usuń",
  deleteFolderQuestion: "Usunąć folder „{name}”?",
  deleteFolderText: "Jego zawartość przejdzie do folderu nadrzędnego. Żaden kanał nie zginie.",
  mute: "Nie pokazuj w Nieprzeczytanych",
  unmute: "Pokazuj w Nieprzeczytanych",
  moveTo: "Przenieś do…",
  moveUp: "Przesuń w górę",
  moveDown: "Przesuń w dół",
  moveTitle: "Przenieś „{name}”",
  moveText: "Wybierz folder, w którym ma się znaleźć.",
  noFolder: "Bez folderu",
  newFolder: "Nowy folder",
  create: "Utwórz",
  moved: "Przeniesiono „{name}” do „{folder}”",
} satisfies Translated<typeof english>;
