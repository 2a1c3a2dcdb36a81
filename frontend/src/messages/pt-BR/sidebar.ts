import type { Translated } from "@/messages/shape";
import type english from "../en/sidebar";

export default {
  markRead: "Marcar como lido",
  refresh: "Procurar itens novos",
  edit: "Configurações…",
  site: "Visitar o site",
  health: "Ver o problema",
  rename: "Renomear…",
  renameTitle: "Renomear “{name}”",
  name: "Nome",
  itsFeeds: "Gerenciar os feeds dela",
  deleteFolder: "Excluir",
  deleteFolderQuestion: "Excluir a pasta “{name}”?",
  deleteFolderText: "O que está nela vai para a pasta de fora. Nenhum feed se perde.",
  mute: "Deixar fora de Não lidos",
  unmute: "Incluir em Não lidos",
  moveTo: "Mover para…",
  moveUp: "Mover para cima",
  moveDown: "Mover para baixo",
  moveTitle: "Mover “{name}”",
  moveText: "Escolha a pasta em que ele deve ficar.",
  noFolder: "Sem pasta",
  newFolder: "Nova pasta",
  create: "Criar",
  moved: "“{name}” foi movido para “{folder}”",
} satisfies Translated<typeof english>;
