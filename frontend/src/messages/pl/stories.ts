import type { Translated } from "@/messages/shape";
import type english from "../en/stories";

export default {
  title: "Tematy",
  story: "Temat",
  intro: "Jedno wydarzenie, tak jak pisze o nim kilka Twoich kanałów.",
  none: "Nie ma jeszcze tematów",
  noneText:
    "Tematy pojawiają się tutaj, gdy co najmniej dwa Twoje kanały piszą o tym samym wydarzeniu.",
  outlets: {
    one: "{count} źródło",
    few: "{count} źródła",
    many: "{count} źródeł",
    other: "{count} źródła",
  },
  unread: {
    one: "{count} nieprzeczytany",
    few: "{count} nieprzeczytane",
    many: "{count} nieprzeczytanych",
    other: "{count} nieprzeczytanego",
  },
  span: "{first} – {last}",
  more: "Pokaż więcej",
  backToStories: "Wszystkie tematy",
  neutral: "Neutralny tytuł",
  alreadyNeutral: "Zmiana nie jest potrzebna",
  read: "Czytaj tutaj",
  markAllRead: "Oznacz wszystko jako przeczytane",
  notPart: "Nie należy do tego tematu",
  takenOut: "Wyjęto z tego tematu",
  first: "Pierwszy",
} satisfies Translated<typeof english>;
