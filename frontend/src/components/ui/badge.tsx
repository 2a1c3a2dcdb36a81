import type { ReactNode } from "react";

const LOOKS = {
  plain: "bg-hover text-soft",
  accent: "bg-accent text-accent-ink",
  warning: "border border-warning text-warning",
  danger: "border border-danger text-danger",
  good: "border border-good text-good",
} as const;

export function Badge({
  look = "plain",
  children,
}: {
  look?: keyof typeof LOOKS;
  children: ReactNode;
}) {
  return (
    <span
      className={`inline-flex items-center rounded-full px-2 py-0.5 text-xs font-medium tabular-nums ${LOOKS[look]}`}
    >
      {children}
    </span>
  );
}
