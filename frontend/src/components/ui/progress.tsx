import { classes } from "./class-names";

interface ProgressProps {
  label: string;
  /** null: nobody knows how far it is. */
  value: number | null;
  max: number;
}

export function Progress({ label, value, max }: ProgressProps) {
  const known = value === null ? {} : { value, max: Math.max(1, max) };
  return (
    <progress
      {...known}
      aria-label={label}
      className={classes(
        "h-2 w-full overflow-hidden rounded-full",
        // The browser's own bar is heavy; only it can show that nobody knows.
        value !== null &&
          "appearance-none bg-hover [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-hover [&::-webkit-progress-value]:bg-accent",
      )}
    />
  );
}
