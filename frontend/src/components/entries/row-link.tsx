import type { MouseEvent, ReactNode } from "react";
import { type RowProps, useRowActions } from "./row-actions";

/** The link that a row is. Its address keeps the list's own, so that the list stays. A plain
 * link: the router's own would compare every row with the address at every step. */
export function RowLink({
  entry,
  isOpen,
  isTabStop,
  className,
  children,
}: Omit<RowProps, "feedTitle"> & { className: string; children: ReactNode }) {
  const { open, hrefOf } = useRowActions();
  const onClick = (event: MouseEvent) => {
    // With a modifier it is the browser's: a new tab, a new window, a download.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    open(entry.id);
  };
  return (
    <a
      href={hrefOf(entry.id)}
      tabIndex={isTabStop ? 0 : -1}
      aria-current={isOpen ? "true" : undefined}
      data-entry-link={entry.id}
      draggable={false}
      onClick={onClick}
      className={className}
    >
      {children}
    </a>
  );
}
