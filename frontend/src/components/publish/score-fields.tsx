import { ChevronDown } from "lucide-react";
import { useState } from "react";
import { Slider } from "@/components/ui/slider";
import { Switch } from "@/components/ui/switch";
import { useMessages } from "@/lib/i18n";
import { ANY_SCORE, CEILINGS, type PublicationDraft } from "@/lib/publication-draft";

const STEP = 5;

interface ScoreFieldsProps {
  draft: PublicationDraft;
  onChange: (change: Partial<PublicationDraft>) => void;
}

/** What works only where entries are rated and put into neutral words. */
export function ScoreFields({ draft, onChange }: ScoreFieldsProps) {
  const say = useMessages("publish");
  const sayScore = useMessages("entry");
  const { ceilings } = draft;
  // Only at first: it must not close under the hand that takes a ceiling away.
  const [startsOpen] = useState(() => CEILINGS.some((name) => ceilings[name] < ANY_SCORE));
  return (
    <>
      <Switch
        label={say("neutral")}
        hint={say("neutralHint")}
        checked={draft.neutral}
        onChange={(neutral) => onChange({ neutral })}
      />
      <details open={startsOpen} className="group">
        <summary className="target flex cursor-pointer items-center justify-between text-sm font-medium">
          {say("ceilings")}
          <ChevronDown
            aria-hidden="true"
            className="me-2.5 size-4.5 text-soft group-open:rotate-180"
          />
        </summary>
        <p className="mb-3 text-sm text-soft">{say("ceilingsText")}</p>
        <div className="grid gap-x-6 gap-y-2 sm:grid-cols-2">
          {CEILINGS.map((name) => (
            <Slider
              key={name}
              label={name === "overall" ? say("ceiling_overall") : sayScore(`score_${name}`)}
              value={ceilings[name]}
              min={0}
              max={ANY_SCORE}
              step={STEP}
              text={
                ceilings[name] === ANY_SCORE
                  ? say("any")
                  : say("percent", { value: ceilings[name] })
              }
              onChange={(value) => onChange({ ceilings: { ...ceilings, [name]: value } })}
            />
          ))}
        </div>
      </details>
    </>
  );
}
