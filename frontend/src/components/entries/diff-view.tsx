import type { EntryDiff } from "@/api/types";
import { useMessages } from "@/lib/i18n";
import { EntryBody } from "./entry-body";

interface DiffViewProps {
  diff: EntryDiff;
  language: string | null;
  /** One text shows both; side by side each shows what stood there then. */
  side: "before" | "after" | "both";
}

export function DiffView({ diff, language, side }: DiffViewProps) {
  const say = useMessages("entry");
  return (
    <div data-side={side} className="diff min-w-0">
      {side !== "both" && <p className="mb-2 text-xs font-semibold text-soft">{say(side)}</p>}
      <p dir="auto" className="mb-4 font-serif text-xl font-semibold leading-snug">
        {diff.title.map((part, place) => {
          const Part = { same: "span", added: "ins", removed: "del" }[part.kind] as "span";
          // biome-ignore lint/suspicious/noArrayIndexKey: parts have no name, and never move
          return <Part key={place}>{part.text}</Part>;
        })}
      </p>
      <EntryBody html={diff.html} language={language} />
    </div>
  );
}
