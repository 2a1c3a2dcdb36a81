import { formatNumber } from "@/lib/format";
import { useLanguage, useMessages } from "@/lib/i18n";
import { type DraftCondition, draftOf, fieldKind, valuesOf } from "@/lib/rule-draft";
import { useFolders, useSubscriptions } from "@/queries/feeds";
import type { Rule } from "@/queries/rules";
import { useWebhooks } from "@/queries/webhooks";

/** Returns how to describe a rule in plain words: "If title contains “ad”: hide." */
export function useRuleWords(): (rule: Rule) => string {
  const say = useMessages("rules");
  const language = useLanguage();
  const conditionWords = useConditionWords();
  const actionWords = useActionWords();
  return (rule) => {
    const draft = draftOf(rule);
    const type = rule.match === "all" ? "conjunction" : "disjunction";
    const listed = (words: string[], how: "conjunction" | "disjunction") =>
      new Intl.ListFormat(language, { type: how }).format(words);
    return say("summary", {
      conditions: listed(draft.conditions.map(conditionWords), type),
      actions: listed(rule.actions.map(actionWords), "conjunction"),
    });
  };
}

function useConditionWords() {
  const say = useMessages("rules");
  const language = useLanguage();
  const placeName = usePlaceName();
  return ({ field, operator, value }: DraftCondition): string => {
    const kind = fieldKind(field);
    const values = operator === "is_one_of" || kind === "place" ? valuesOf(value) : [value];
    const names = values.map((one) => {
      if (field === "feed" || field === "folder") return placeName(field, Number(one));
      if (kind === "score") return `${formatNumber(language, Number(one))}%`;
      return say("quoted", { text: one });
    });
    return say("condition", {
      field: say(`field_${field}`),
      operator: say(`op_${operator}`),
      value: new Intl.ListFormat(language, { type: "disjunction" }).format(names),
    });
  };
}

function usePlaceName() {
  const say = useMessages("rules");
  const subscriptions = useSubscriptions().data ?? [];
  const folders = useFolders().data ?? [];
  return (kind: "feed" | "folder", id: number): string => {
    const name =
      kind === "feed"
        ? subscriptions.find((one) => one.feed_id === id)?.title
        : folders.find((one) => one.id === id)?.name;
    if (name === undefined) return say(kind === "feed" ? "someFeed" : "someFolder");
    return say("quoted", { text: name });
  };
}

function useActionWords() {
  const say = useMessages("rules");
  const webhooks = useWebhooks().data ?? [];
  return (action: Rule["actions"][number]): string => {
    if (action.do === "tag") return say("tagWith", { tag: action.tag });
    if (action.do !== "webhook") return say(`do_${action.do}`);
    const known = webhooks.find(({ id }) => id === action.webhook_id);
    return known ? say("notifyWebhook", { name: known.name || known.url }) : say("someWebhook");
  };
}
