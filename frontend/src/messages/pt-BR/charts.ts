import type { Translated } from "@/messages/shape";
import type english from "../en/charts";

export default {
  asTable: "Ver como tabela",
  asPlot: "Ver como gráfico",
  noChecks: "Ainda não verificado",
  checks: {
    one: "A última verificação; com falha: {failed}",
    other: "As últimas {count} verificações; com falha: {failed}",
  },
  day: "Dia",
} satisfies Translated<typeof english>;
