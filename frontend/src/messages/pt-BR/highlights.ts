import type { Translated } from "@/messages/shape";
import type english from "../en/highlights";

export default {
  title: "Destaques",
  search: "Buscar nos destaques e notas",
  all: "Todas",
  colour: "Cor",
  onlyNotes: "Só com notas",
  exportMarkdown: "Exportar como Markdown",
  shown: { one: "{count} destaque", other: "{count} destaques" },
  none: "Nenhum destaque ainda",
  noneText: "Selecione um texto em um item para destacá-lo ou adicionar uma nota.",
  nothingFound: "Nenhum destaque encontrado",
  nothingFoundText: "Tente outras palavras ou outra cor.",
  clear: "Mostrar todos",
  goneEntry: "Um item de um feed que você não segue mais",
  note: "Nota",
  delete: "Excluir",
} satisfies Translated<typeof english>;
