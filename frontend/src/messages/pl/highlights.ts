import type { Translated } from "@/messages/shape";
import type english from "../en/highlights";

export default {
  title: "Zaznaczenia",
  search: "Szukaj w zaznaczeniach i notatkach",
  all: "Wszystkie",
  colour: "Kolor",
  onlyNotes: "Tylko z notatkami",
  exportMarkdown: "Eksportuj jako Markdown",
  shown: {
    one: "{count} zaznaczenie",
    few: "{count} zaznaczenia",
    many: "{count} zaznaczeń",
    other: "{count} zaznaczenia",
  },
  none: "Nie ma jeszcze zaznaczeń",
  noneText: "Zaznacz tekst we wpisie, aby go zachować albo dodać notatkę.",
  nothingFound: "Brak pasujących zaznaczeń",
  nothingFoundText: "Spróbuj innych słów albo innego koloru.",
  clear: "Pokaż wszystkie",
  goneEntry: "Wpis z kanału, którego już nie śledzisz",
  note: "Notatka",
  delete: "Usuń",
} satisfies Translated<typeof english>;
