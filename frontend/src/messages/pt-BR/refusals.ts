import type { Translated } from "@/lib/messages";
import type english from "../en/refusals";

export default {
  gone: "Isto não existe mais. Talvez tenha sido excluído em outro aparelho.",
  notAllowed: "Sua conta não pode fazer isso. Fale com quem administra esta instalação.",
  busy: "O servidor está ocupado. Tente de novo em instantes.",
  broken: "Algo deu errado dentro do Tidings. Tente de novo; o registro do servidor diz mais.",
  tooManyJobs: "Muitas tarefas suas já estão na fila. Tente de novo quando alguma terminar.",
  tooMany: "Você já tem o máximo permitido. Antes, exclua algo de que não precisa.",
  needsName: "Dê um nome.",
  folderExists: "Já existe uma pasta com esse nome ali. Escolha outro nome.",
  folderDeep: "A pasta não pode ir para lá: as pastas ficariam aninhadas fundo demais.",
  feedDisabled: "Este feed foi desativado pela administração, e só ela pode ativá-lo.",
  noFeed: "{problem} Confira o endereço ou tente de novo mais tarde.",
  noFeedLogin:
    "O servidor pede um login. Escreva-o no endereço: https://nome:senha@exemplo.com.br/feed.",
  noArticle: "Na página não há um artigo que possa ser lido.",
  proxyWrong: "O endereço do proxy está errado. Deve ser algo como http://proxy.example:3128.",
  intervalWrong: "Esta instalação não permite esse intervalo. Escolha outro.",
  userAgentWrong:
    "Este User-Agent não pode ser enviado. Use só letras sem acento, números e sinais.",
  searchEmpty: "Esta busca não pede nada. Escreva uma palavra ou algo como is:unread.",
  searchDate: "Depois de “{term}:” vem uma data, como 2024-05-31.",
  searchSlow:
    "Esta busca demora demais. Use palavras mais raras ou restrinja por feed ou data.",
  webhookAddress:
    "Não é possível enviar nada para lá. Deve ser um endereço http ou https na internet ou um que quem administra o Tidings permita em TIDINGS_ALLOW_ORIGINS.",
  webhookOff: "Este webhook está desligado. Antes, ligue-o.",
  notOpml:
    "Este arquivo não é uma lista de feeds (OPML). Exporte uma do outro leitor e escolha esse arquivo.",
  notOurs: "Este arquivo não foi exportado pelo Tidings. Escolha um criado por “Baixar tudo”.",
  newerFile: "Este arquivo é de um Tidings mais novo. Antes, atualize esta instalação.",
  emptyFile: "O arquivo está vazio. Escolha outro.",
  largeFile: "O arquivo é maior do que este servidor aceita.",
  badKey: "Isto não é uma chave: ela tem pelo menos 8 letras, números e sinais, sem espaços.",
  lastWayIn:
    "Esta é a sua última forma de entrar. Antes, defina uma senha ou conecte outro serviço.",
  aiOff: "A IA desta instalação não faz isso.",
} satisfies Translated<typeof english>;
