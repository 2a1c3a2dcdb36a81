import type { Translated } from "@/messages/shape";
import type english from "../en/ai";

export default {
  title: "Resumos e títulos neutros",
  none: "Este servidor não tem IA",
  noneText: "O administrador não configurou nenhuma. Nada é enviado para fora.",
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
  backlog: "Itens existentes",
  backlogHint:
    "Quando você segue um feed ou liga isto, este número dos itens mais novos de cada feed é processado. Os outros são processados quando você os abre.",
  backlogValue: { one: "{count} de cada feed", other: "{count} de cada feed" },
  backlogEstimate: "Agora, cerca de {calls} chamadas e {tokens} tokens.",
  backlogEstimateFirst: "Ao ligar, serão cerca de {calls} chamadas e {tokens} tokens.",
  backlogFree: "Agora, {calls} itens; não custam nada.",
  backlogDone: "Nada mais a processar.",
  ownKeyTitle: "Sua própria chave",
  ownKeyText:
    "Seus pedidos usam a sua própria chave e cota. A chave é guardada cifrada e nunca mais é mostrada.",
  ownKey: "Chave",
  otherKey: "Trocar a chave",
  keepKey: "Salvar a chave",
  keyKept: "Sua chave foi salva e cifrada",
  hasKey: "Você está usando a sua própria chave.",
  forgetKey: "Remover a chave",
  forgetKeyQuestion: "Remover a sua chave?",
  forgetKeyText: "A chave e os limites do servidor voltam a valer para você.",
  ledger: "Consumo",
  ledgerText: "Seus próprios pedidos. Conteúdo idêntico é processado e pago só uma vez.",
  ledgerTitle: { one: "O último dia", other: "Os últimos {count} dias" },
  ledgerSummary: "Chamadas: {calls}, tokens: {tokens}, custo: {price}.",
  tokensRead: "tokens, entrada e saída",
  tokensWritten: "destes, saída",
  calls: "Chamadas",
  tokens: "Tokens",
  price: "Custo",
} satisfies Translated<typeof english>;
