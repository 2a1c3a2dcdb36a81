import type { Translated } from "@/messages/shape";
import type english from "../en/search";

export default {
  helpTitle: "Jak szukać nie tylko słów",
  helpText: "Wszystko, co wpiszesz, musi pasować. Minus na początku odwraca warunek.",
  recent: "Ostatnie wyszukiwania",
  saved: "Zapisane wyszukiwania",
  allWords: "wpisy z obydwoma słowami",
  phrase: "dokładnie te słowa, w tej kolejności",
  without: "wpisy bez tego słowa",
  inTitle: "słowo w tytule",
  byAuthor: "tego autora",
  inFeed: "w tym kanale",
  inFolder: "w tym folderze",
  withTag: "z tym tagiem",
  inState: "nieprzeczytane, przeczytane lub z gwiazdką",
  inLanguage: "w tym języku",
  inTime: "od danego dnia, miesiąca lub roku albo wcześniej",
  saveTitle: "Zapisz to wyszukiwanie",
  saveHint: "Będzie na pasku bocznym i zawsze pokaże to, co pasuje do „{query}”.",
  name: "Nazwa",
} satisfies Translated<typeof english>;
