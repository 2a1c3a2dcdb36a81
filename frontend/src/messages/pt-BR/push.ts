import type { Translated } from "@/messages/shape";
import type english from "../en/push";

export default {
  testTitle: "O Tidings consegue avisar você aqui",
  testText: "Este é o teste que você pediu. Os avisos das suas regras aparecem assim.",
  andMore: { one: "e mais {count}", other: "e mais {count}" },
  somethingNew: "Uma das suas regras encontrou algo novo.",
} satisfies Translated<typeof english>;
