import type { Translated } from "@/messages/shape";
import type english from "../en/data";

export default {
  feeds: "Sua lista de feeds",
  feedsText: "Seus feeds, pastas e títulos em OPML, que todo leitor de feeds entende.",
  exportFeeds: "Baixar a lista (OPML)",
  importFeeds: "Importar uma lista",
  all: "Todos os seus dados",
  allText:
    "Preferências, pastas, feeds, favoritos, etiquetas, destaques e páginas salvas com o texto inteiro, regras e buscas. Senhas não vão junto.",
  exportAll: "Baixar tudo",
  exportStarted: "Download iniciado.",
  importAll: "Importar seus dados",
  importAllText:
    "Importe uma exportação do Tidings. O que já existe é mantido; importar duas vezes não causa problema.",
  dropHere: "Solte o arquivo aqui ou",
  chooseFile: "Escolher um arquivo",
  importing: "Importando…",
  importingCount: "{done} de {total} linhas",
  waiting: "Esperando para começar…",
  failed: "A importação falhou",
  broughtIn: { one: "{count} registro importado", other: "{count} registros importados" },
  nothingNew: "Nada novo neste arquivo",
  thereBefore: { one: "{count} já estava aqui", other: "{count} já estavam aqui" },
  refused: { one: "{count} não pôde ser lido", other: "{count} não puderam ser lidos" },
  problemAt: "Linha {line}: {reason}",
  notePublication: "As listas publicadas têm endereços novos aqui: avise quem as lê.",
  noteWebhook: "Os webhooks têm segredos novos aqui e ficam desligados até você ligá-los.",
} satisfies Translated<typeof english>;
