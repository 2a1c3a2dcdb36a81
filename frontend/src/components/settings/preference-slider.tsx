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
  useEffect(() => setDraft(value), [value]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const change = (next: number) => {
    setDraft(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => onChange(next), PAUSE);
  };
  return <Slider {...rest} value={draft} text={text(draft)} onChange={change} />;
}
