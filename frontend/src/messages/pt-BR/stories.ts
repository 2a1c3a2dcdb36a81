import type { Translated } from "@/messages/shape";
import type english from "../en/stories";

export default {
  title: "Assuntos",
  story: "Assunto",
  intro: "O que vários dos seus feeds contam, lado a lado.",
  none: "Nenhum assunto ainda",
  noneText: "Quando pelo menos dois dos seus feeds noticiarem o mesmo fato, ele aparece aqui.",
  outlets: { one: "{count} veículo", other: "{count} veículos" },
  unread: { one: "{count} não lido", other: "{count} não lidos" },
  span: "{first} – {last}",
  more: "Mostrar mais",
  backToStories: "Todos os assuntos",
  neutral: "Título neutro",
  alreadyNeutral: "O título já é neutro.",
  read: "Ler aqui",
  markAllRead: "Marcar tudo como lido",
  notPart: "Não faz parte deste assunto",
  takenOut: "Retirado deste assunto",
  first: "Primeiro",
} satisfies Translated<typeof english>;
