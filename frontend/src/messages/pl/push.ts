import type { Translated } from "@/messages/shape";
import type english from "../en/push";

export default {
  testTitle: "Powiadomienia tutaj działają",
  testText: "To test, o który prosisz. Tak wyglądają powiadomienia z Twoich reguł.",
  andMore: {
    one: "i jeszcze {count} inny",
    few: "i jeszcze {count} inne",
    many: "i jeszcze {count} innych",
    other: "i jeszcze {count} innego",
  },
  somethingNew: "Jedna z Twoich reguł znalazła coś nowego.",
} satisfies Translated<typeof english>;
