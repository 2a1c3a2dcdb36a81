import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

interface EmptyStateProps {
  icon?: LucideIcon;
  title: string;
  text?: string;
  /** Nothing else on the page has a heading. */
  isPage?: boolean;
  /** What to do about it. */
  children?: ReactNode;
}

export function EmptyState({ icon: Icon, title, text, isPage, children }: EmptyStateProps) {
  const Title = isPage ? "h1" : "p";
  return (
    <div className="mx-auto flex max-w-sm flex-col items-center gap-2 px-6 py-14 text-center">
      {Icon && <Icon aria-hidden="true" className="mb-1 size-7 text-soft" strokeWidth={1.5} />}
      <Title className="font-medium">{title}</Title>
      {text && <p className="text-sm text-soft">{text}</p>}
      {children && <div className="mt-3 flex flex-wrap justify-center gap-2">{children}</div>}
    </div>
  );
}
