import { Slider } from "@/components/ui/slider";
import { useFormat } from "@/hooks/use-format";
import type { Reading } from "@/hooks/use-reading";
import { useMessages } from "@/lib/i18n";

/** Leaves out what is framed more than this. */
export function ListCeiling({ reading }: { reading: Reading }) {
  const say = useMessages("reading");
  const format = useFormat();
  const percent = Math.round((reading.scope.ceiling ?? 0) * 100);
  return (
    <div className="border-b border-line px-4 py-2">
      <Slider
        label={say("ceiling")}
        value={percent}
        min={0}
        max={95}
        step={5}
        text={`${format.number(percent)}%`}
        onChange={(value) => reading.change({ ceiling: value / 100 })}
      />
    </div>
  );
}
