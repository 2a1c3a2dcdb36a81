import type { Translated } from "@/messages/shape";
import type english from "../en/charts";

export default {
  asTable: "Pokaż jako tabelę",
  asPlot: "Pokaż jako wykres",
  noChecks: "Jeszcze nie sprawdzono",
  checks: {
    one: "Ostatnie sprawdzenie; nieudane: {failed}",
    few: "Ostatnie {count} sprawdzenia; nieudane: {failed}",
    many: "Ostatnie {count} sprawdzeń; nieudane: {failed}",
    other: "Ostatnie {count} sprawdzenia; nieudane: {failed}",
  },
  day: "Dzień",
} satisfies Translated<typeof english>;
