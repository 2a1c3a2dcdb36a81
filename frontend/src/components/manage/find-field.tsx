import { useEffect, useRef, useState } from "react";
import { TextField } from "@/components/ui/field";

interface FindFieldProps {
  label: string;
  /** Kept elsewhere, as in the address, where it arrives late. */
  value: string;
  onChange: (words: string) => void;
}

/** Words to find by. What is being typed wins over what comes back from the address. */
export function FindField({ label, value, onChange }: FindFieldProps) {
  const [typed, setTyped] = useState(value);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (document.activeElement !== input.current) setTyped(value);
  }, [value]);
  return (
    <TextField
      ref={input}
      type="search"
      label={label}
      dir="auto"
      value={typed}
      onChange={(event) => {
        setTyped(event.target.value);
        onChange(event.target.value);
      }}
    />
  );
}
