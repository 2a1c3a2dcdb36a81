import { RefreshCw } from "lucide-react";
import type { RefObject } from "react";

/** What follows the finger that pulls a list. */
export function PullMark({ ref }: { ref: RefObject<HTMLDivElement | null> }) {
  return (
    <div
      ref={ref}
      aria-hidden="true"
      className="absolute inset-x-0 -top-9 z-10 mx-auto flex size-9 items-center justify-center rounded-full bg-raised text-soft opacity-0 shadow-float data-[armed=true]:text-accent"
    >
      <RefreshCw className="size-4.5" />
    </div>
  );
}
