import type { Translated } from "@/messages/shape";
import type english from "../en/ui";

export default {
  close: "Fechar",
  cancel: "Cancelar",
  save: "Salvar",
  delete: "Excluir",
  undo: "Desfazer",
  retry: "Tentar de novo",
  loading: "Carregando",
  more: "Mais",
  back: "Voltar",
  copy: "Copiar",
  copied: "Copiado",
  copyNamed: "Copiar: {name}",
  dismiss: "Dispensar",
  notifications: "Notificações",
  showPassword: "Mostrar senha",
  hidePassword: "Ocultar senha",
  offlineTitle: "Sem conexão",
  offlineText: "O servidor não respondeu. Verifique sua conexão e tente de novo.",
  notKeptText:
    "Isto não está guardado neste aparelho. Abrirá quando você voltar a ter conexão.",
  needsNetwork: "{label} (precisa de conexão)",
  errorTitle: "Não deu certo",
  errorText: "Algo inesperado aconteceu. Tentar de novo pode ajudar.",
  notFoundTitle: "Não há nada aqui",
  notFoundText: "O endereço está errado, ou o que havia aqui não existe mais.",
  slowDownText: {
    one: "Tentativas demais. Tente de novo em {count} segundo.",
    other: "Tentativas demais. Tente de novo em {count} segundos.",
  },
  notAllowedText: "Sua conta não pode fazer isso.",
} satisfies Translated<typeof english>;
