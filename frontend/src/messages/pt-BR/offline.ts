import type { Translated } from "@/messages/shape";
import type english from "../en/offline";

export default {
  title: "Leitura sem conexão",
  text: "Os itens mais recentes ficam guardados neste aparelho, com as imagens e as suas marcações. Os favoritos também.",
  unsupported:
    "Este navegador não permite que o Tidings guarde nada, então é preciso ter conexão.",
  stored: { one: "{count} item guardado", other: "{count} itens guardados" },
  pictures: { one: "{count} imagem, {size}", other: "{count} imagens, {size}" },
  filling: "Guardando itens: {done} de {total}",
  loadNow: "Atualizar agora",
  full: "Este navegador não oferece mais espaço. Guarde menos itens ou imagens, ou libere espaço.",
  entriesLabel: "Itens a guardar",
  entriesValue: { one: "{count} item", other: "{count} itens" },
  entriesNone: "nenhum",
  picturesLabel: "Espaço para imagens",
  picturesHint: "Só são guardadas as imagens carregadas pelo seu servidor Tidings.",
  waitingTitle: "Alterações a enviar",
  waitingNone: "Todas as suas alterações chegaram ao servidor.",
  waitingText: {
    one: "{count} alteração foi feita sem conexão. Ela será enviada sozinha; entre dois aparelhos, vale a alteração mais recente.",
    other:
      "{count} alterações foram feitas sem conexão. Elas serão enviadas sozinhas; entre dois aparelhos, vale a alteração mais recente.",
  },
  sendNow: "Enviar agora",
  sendFailed: "O servidor não respondeu. As alterações ficam aqui até que ele responda.",
  storageTitle: "Armazenamento",
  used: "O Tidings usa {used} de cerca de {available} neste navegador.",
  isLasting: "Este navegador mantém tudo até você remover.",
  isNotLasting: "Este navegador pode apagar tudo quando faltar espaço.",
  askToKeep: "Pedir para manter",
  keepRefused: "O navegador não concordou. Instalar o aplicativo costuma ajudar.",
  freePictures: "Remover imagens",
  freeEverything: "Remover tudo o que está guardado",
  freed: "Removido. Tudo será guardado de novo, a menos que você zere os limites.",
  appTitle: "O aplicativo",
  appText:
    "Instalado, o Tidings abre em sua própria janela, e outros aplicativos podem compartilhar páginas com ele.",
  install: "Instalar",
  installed: "O Tidings está instalado neste aparelho.",
  installHint: "Abra o menu do navegador e escolha “Instalar” ou “Adicionar à tela inicial”.",
  insecure: "Os navegadores só instalam aplicativos, e só os abrem sem conexão, por HTTPS.",
  countInTitle: "Mostrar o número de itens não lidos no título da aba",
  countOnIcon: "Mostrar o número de itens não lidos no ícone do aplicativo",
} satisfies Translated<typeof english>;
