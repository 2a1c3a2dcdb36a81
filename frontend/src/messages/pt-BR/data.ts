import type { Translated } from "@/messages/shape";
import type english from "../en/data";

export default {
  feeds: "Sua lista de feeds",
  feedsText: "Seus feeds, pastas e títulos em OPML, que todo leitor de feeds entende.",
  exportFeeds: "Baixar a lista (OPML)",
  importFeeds: "Importar uma lista",
  all: "Tudo o que é seu",
  allText:
    "Preferências, pastas, feeds, favoritos, etiquetas, destaques e páginas salvas com o texto inteiro, regras e buscas. Senhas não vão junto.",
  exportAll: "Baixar tudo",
  exportStarted: "O download começou. O navegador mostra o andamento.",
  importAll: "Importar tudo",
  importAllText:
    "De um arquivo que o Tidings escreveu, aqui ou em outro lugar. O que já existe fica; repetir não muda mais nada.",
  dropHere: "Solte o arquivo aqui ou",
  chooseFile: "Escolher um arquivo",
  importing: "Importando…",
  importingCount: "{done} de {total} linhas",
  waiting: "Esperando para começar…",
  failed: "Falhou",
  broughtIn: { one: "{count} registro importado", other: "{count} registros importados" },
  nothingNew: "Não havia nada novo",
  thereBefore: { one: "{count} já estava aqui", other: "{count} já estavam aqui" },
  refused: { one: "{count} não pôde ser lido", other: "{count} não puderam ser lidos" },
  problemAt: "Linha {line}: {reason}",
  notePublication: "As listas publicadas têm endereços novos aqui: avise quem as lê.",
  noteWebhook: "Os webhooks têm segredos novos aqui e ficam desligados até você ligá-los.",
} satisfies Translated<typeof english>;
