import type { Translated } from "@/messages/shape";
import type english from "../en/stories";

export default {
  title: "Assuntos",
  story: "Assunto",
  intro: "Um fato, como vários dos seus feeds o noticiam.",
  none: "Nenhum assunto ainda",
  noneText:
    "Os assuntos aparecem aqui quando dois ou mais dos seus feeds noticiam o mesmo fato.",
  outlets: { one: "{count} veículo", other: "{count} veículos" },
  unread: { one: "{count} não lido", other: "{count} não lidos" },
  span: "{first} – {last}",
  more: "Mostrar mais",
  backToStories: "Todos os assuntos",
  neutral: "Título neutro",
  alreadyNeutral: "Nenhuma mudança necessária",
  read: "Ler aqui",
  markAllRead: "Marcar tudo como lido",
  notPart: "Não faz parte deste assunto",
  takenOut: "Retirado deste assunto",
  first: "Primeiro",
} satisfies Translated<typeof english>;
