import { useEffect, useRef, useState } from "react";
import { Slider } from "@/components/ui/slider";

interface PreferenceSliderProps {
  label: string;
  hint?: string;
  value: number;
  min: number;
  max: number;
  step?: number;
  text: (value: number) => string;
  onChange: (value: number) => void;
}

const PAUSE = 250;

/** Follows the finger at once, and saves when it rests. */
export function PreferenceSlider({ value, text, onChange, ...rest }: PreferenceSliderProps) {
  const [draft, setDraft] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const unsaved = useRef<(() => void) | null>(null);
  const save = () => {
    clearTimeout(timer.current);
    unsaved.current?.();
    unsaved.current = null;
  };
  useEffect(() => setDraft(value), [value]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever leaves meant it, too
  useEffect(() => save, []);
  const change = (next: number) => {
    setDraft(next);
    clearTimeout(timer.current);
    unsaved.current = () => onChange(next);
    timer.current = setTimeout(save, PAUSE);
  };
  return <Slider {...rest} value={draft} text={text(draft)} onChange={change} />;
}
