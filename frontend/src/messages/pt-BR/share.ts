import type { Translated } from "@/messages/shape";
import type english from "../en/share";

export default {
  title: "Salvar uma página",
  text: "Guarde uma página para ler aqui ou siga o site de onde ela vem.",
  address: "Endereço da página",
  save: "Salvar a página",
  savedTitle: "“{title}” foi salva",
  read: "Ler",
  saveAnother: "Salvar outra",
  withoutText: "Não foi possível buscar o texto, por isso só o endereço foi guardado: {reason}",
  starIt: "Adicionar também aos favoritos",
  subscribe: "Em vez disso, seguir o site",
  notAnAddress: "Isto não é um endereço da web. Deve começar com https://.",
} satisfies Translated<typeof english>;
