import type { Translated } from "@/messages/shape";
import type english from "../en/digest";

export default {
  title: "Resumo periódico",
  text: "Um resumo dos seus itens não lidos, entregue como item em um feed próprio.",
  every: "Com que frequência",
  off: "Nunca",
  daily: "Todo dia",
  weekly: "Toda semana",
  weekday: "Dia",
  hour: "Horário",
  timeZone: "Fuso horário: {zone}",
  useTimeZone: "Usar {zone}",
  length: "Tamanho",
  entries: { one: "até {count} item", other: "até {count} itens" },
  language: "Idioma",
  languageAuto: "O dos meus resumos",
  next: "O próximo chega: {when}.",
  byMail: "Também por e-mail",
  byMailHint: "Para {email}.",
  noMail:
    "Este servidor não pode enviar e-mail: o administrador precisa configurar um servidor de e-mail (TIDINGS_SMTP_URL).",
  noAddress: "Sua conta não tem endereço de e-mail. Adicione um primeiro.",
  unproven:
    "Ainda não é possível: {email} não foi verificado. Conecte um serviço de login que use esse endereço.",
  unprovable:
    "Não é possível: {email} não pode ser verificado. Para isso é preciso um serviço de login, como OpenID Connect, que só o administrador pode configurar.",
  toAccount: "Ir para a conta",
  last: "Últimos resumos",
  writeNow: "Escrever um agora",
  writesNow: "Chega em alguns minutos. Se a IA escrever o texto, pode demorar mais.",
  noneYet: "Nenhum ainda. O primeiro chega no horário escolhido.",
  noneOff: "Nenhum ainda. Escolha acima com que frequência quer receber.",
  open: "Resumo de {when}",
  writing: "sendo escrito",
  nothing: "nada a relatar",
  since: "desde {when}",
  mailed: "enviado por e-mail",
} satisfies Translated<typeof english>;
