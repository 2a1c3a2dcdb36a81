import type { Translated } from "@/messages/shape";
import type english from "../en/share";

export default {
  title: "Zapisz stronę",
  text: "Zachowaj stronę, by przeczytać ją tutaj, albo śledź witrynę, z której pochodzi.",
  address: "Adres strony",
  save: "Zapisz stronę",
  savedTitle: "Zapisano „{title}”",
  read: "Czytaj",
  saveAnother: "Zapisz kolejną",
  withoutText: "Nie udało się pobrać treści, więc zachowano sam adres: {reason}",
  starIt: "Oznacz też gwiazdką",
  subscribe: "Zamiast tego śledź witrynę",
  notAnAddress: "To nie jest adres internetowy. Powinien zaczynać się od https://.",
} satisfies Translated<typeof english>;
