import { ArrowDown, ArrowUp } from "lucide-react";
import { useLayoutEffect, useRef } from "react";
import { IconButton } from "@/components/ui/icon-button";
import { useMessages } from "@/lib/i18n";

interface StepButtonsProps {
  name: string;
  /** Where the row is, and how many there are. */
  place: number;
  count: number;
  onStep: (step: 1 | -1) => void;
}

/** Moves a row among its neighbours; the focus goes with it. */
export function StepButtons({ name, place, count, onStep }: StepButtonsProps) {
  const say = useMessages("manage");
  const buttons = useRef<HTMLDivElement>(null);
  const pressed = useRef<1 | -1 | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the row has moved
  useLayoutEffect(() => {
    if (pressed.current === null) return;
    const [up, down] = buttons.current?.querySelectorAll("button") ?? [];
    const [same, other] = pressed.current < 0 ? [up, down] : [down, up];
    pressed.current = null;
    (same?.disabled ? other : same)?.focus();
  }, [place]);
  const step = (by: 1 | -1) => () => {
    pressed.current = by;
    onStep(by);
  };
  return (
    <div ref={buttons} className="flex">
      <IconButton
        icon={ArrowUp}
        label={say("moveUpNamed", { name })}
        disabled={place === 0}
        onClick={step(-1)}
      />
      <IconButton
        icon={ArrowDown}
        label={say("moveDownNamed", { name })}
        disabled={place === count - 1}
        onClick={step(1)}
      />
    </div>
  );
}
