import type { Translated } from "@/messages/shape";
import type english from "../en/search";

export default {
  helpTitle: "Para buscar mais do que palavras",
  helpText:
    "Tudo o que você escrever precisa corresponder. Um sinal de menos na frente inverte a condição.",
  recent: "Buscas recentes",
  saved: "Buscas salvas",
  allWords: "itens com as duas palavras",
  phrase: "exatamente estas palavras, nesta ordem",
  without: "itens sem esta palavra",
  inTitle: "uma palavra no título",
  byAuthor: "deste autor",
  inFeed: "neste feed",
  inFolder: "nesta pasta",
  withTag: "com esta etiqueta",
  inState: "não lidos, lidos ou favoritos",
  inLanguage: "neste idioma",
  inTime: "a partir de um dia, mês ou ano, ou antes dele",
  saveTitle: "Salvar esta busca",
  saveHint: "Ela fica na barra lateral e mostra sempre o que corresponde a “{query}”.",
  name: "Nome",
} satisfies Translated<typeof english>;
