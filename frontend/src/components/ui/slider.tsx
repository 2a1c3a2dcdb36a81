import { Field, type FieldTexts } from "./field";

interface SliderProps extends FieldTexts {
  value: number;
  min: number;
  max: number;
  step?: number;
  /** The value in words, shown and read aloud. */
  text: string;
  onChange: (value: number) => void;
}

export function Slider({ value, min, max, step = 1, text, onChange, ...texts }: SliderProps) {
  return (
    <Field {...texts}>
      {({ id, describedBy }) => (
        <div className="flex items-center gap-3">
          <input
            id={id}
            type="range"
            min={min}
            max={max}
            step={step}
            value={value}
            aria-valuetext={text}
            aria-describedby={describedBy}
            onChange={(event) => onChange(event.target.valueAsNumber)}
            className="target min-w-0 flex-1"
          />
          <output htmlFor={id} className="min-w-14 text-end text-sm tabular-nums text-soft">
            {text}
          </output>
        </div>
      )}
    </Field>
  );
}
