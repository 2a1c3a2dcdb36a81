import type { Translated } from "@/messages/shape";
import type english from "../en/ai";

export default {
  title: "Resumos e títulos neutros",
  none: "Não há IA aqui",
  noneText: "Quem administra esta instalação não configurou nenhuma. Nada é enviado para fora.",
  modelText:
    "Escritos por {model} ({provider}). Só os itens dos seus feeds são enviados para lá.",
  excerptText:
    "As frases mais representativas do próprio item, escolhidas neste servidor. Nada é enviado para fora.",
  wantAi: "Usar IA nos meus feeds",
  wantAiHint: "Desligada até você ligar. Dá para abrir exceções para feeds específicos.",
  wantExcerpts: "Mostrar trechos como resumo",
  wantDeframing: "Títulos neutros",
  wantDeframingHint:
    "Um título sóbrio ao lado do original, com notas de enviesamento e caça-cliques, e o porquê.",
  ceiling: "Apontar enviesamento acima de",
  ceilingHint: "Itens com nota maior recebem uma marca.",
  percent: "{value}%",
  summaryLanguage: "Idioma dos resumos",
  languageAuto: "Igual à interface",
  backlog: "Itens que já existem",
  backlogHint:
    "Ao seguir um feed ou ligar esta opção, são feitos tantos dos itens mais novos de cada feed. Os outros, quando você os abre.",
  backlogValue: { one: "{count} de cada feed", other: "{count} de cada feed" },
  backlogEstimate: "Agora, cerca de {calls} chamadas e {tokens} tokens.",
  backlogEstimateFirst: "Ao ligar, serão cerca de {calls} chamadas e {tokens} tokens.",
  backlogFree: "Agora, {calls} itens; não custam nada.",
  backlogDone: "Nada falta agora.",
  ownKeyTitle: "Sua própria chave",
  ownKeyText:
    "O que você pedir será pago por você e não terá os limites daqui. A chave é guardada cifrada e nunca mais é mostrada.",
  ownKey: "Chave",
  otherKey: "Outra chave",
  keepKey: "Guardar a chave",
  keyKept: "Sua chave foi salva e cifrada",
  hasKey: "Uma chave sua está em uso.",
  forgetKey: "Esquecer",
  forgetKeyQuestion: "Esquecer a sua chave?",
  forgetKeyText: "A chave e os limites da instalação voltam a valer para você.",
  ledger: "Consumo",
  ledgerText: "O que você pediu diretamente. Conteúdo igual é lido uma vez e custa uma vez.",
  ledgerTitle: { one: "O último dia", other: "Os últimos {count} dias" },
  ledgerSummary: "Chamadas: {calls}, tokens: {tokens}, custo: {price}.",
  tokensRead: "tokens, lidos e escritos",
  tokensWritten: "destes, escritos",
  calls: "Chamadas",
  tokens: "Tokens",
  price: "Custo",
} satisfies Translated<typeof english>;
