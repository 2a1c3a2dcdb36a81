import type { Translated } from "@/messages/shape";
import type english from "../en/notifications";

export default {
  here: "Notificações neste navegador",
  hereText:
    "Você é notificado quando uma regra com “me notificar” encontra algo, mesmo com o Tidings fechado. Nada além disso é enviado.",
  toRules: "Escolher o que notificar",
  allow: "Permitir notificações aqui",
  notAllowed: "O navegador não permitiu. Confira as configurações dele para esta página.",
  isOn: "As notificações estão ativas neste navegador.",
  unsupported:
    "Este navegador não recebe notificações, ou o endereço não é seguro (https). No iPhone ou iPad, adicione antes o Tidings à tela de início.",
  blocked:
    "As notificações estão bloqueadas para esta página. Permita-as nas configurações do navegador e volte aqui.",
  devices: "Aparelhos com notificações",
  devicesText: "Sair da conta em um aparelho desliga as notificações nele.",
  noDevices: "Nenhum ainda. Permita as notificações em cada aparelho em que as quiser.",
  thisDevice: "Este aparelho",
  nothingYet: "nada enviado ainda",
  lastSent: "último envio {when}",
  failures: { one: "{count} falha seguida", other: "{count} falhas seguidas" },
  test: "Testar",
  testNamed: "Enviar um teste para {name}",
  testSent: "Um teste está a caminho",
  stop: "Desligar",
  stopNamed: "Desligar para {name}",
} satisfies Translated<typeof english>;
