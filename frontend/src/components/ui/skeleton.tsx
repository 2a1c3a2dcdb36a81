/** Grey lines in the place of what is coming, so that nothing jumps. */
export function Skeleton({ className = "h-4 w-full" }: { className?: string }) {
  return <div aria-hidden="true" className={`${className} animate-pulse rounded bg-hover`} />;
}
