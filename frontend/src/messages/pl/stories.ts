import type { Translated } from "@/messages/shape";
import type english from "../en/stories";

export default {
  title: "Tematy",
  story: "Temat",
  intro: "To, o czym pisze kilka Twoich kanałów, obok siebie.",
  none: "Nie ma jeszcze tematów",
  noneText:
    "Gdy co najmniej dwa Twoje kanały napiszą o tym samym wydarzeniu, pojawi się tutaj.",
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
  alreadyNeutral: "Tytuł jest już neutralny.",
  read: "Czytaj tutaj",
  markAllRead: "Oznacz wszystko jako przeczytane",
  notPart: "Nie należy do tego tematu",
  takenOut: "Wyjęto z tego tematu",
  first: "Pierwszy",
} satisfies Translated<typeof english>;
