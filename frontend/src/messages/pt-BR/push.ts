import type { Translated } from "@/messages/shape";
import type english from "../en/push";

export default {
  testTitle: "As notificações funcionam aqui",
  testText: "Este é o teste que você pediu. As notificações das suas regras são assim.",
  andMore: { one: "e mais {count}", other: "e mais {count}" },
  somethingNew: "Uma das suas regras encontrou algo novo.",
} satisfies Translated<typeof english>;
