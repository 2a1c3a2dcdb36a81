import { LoaderCircle } from "lucide-react";

/** Decorative: whoever shows it says in words what is awaited. */
export function Spinner({ className = "size-4" }: { className?: string }) {
  return <LoaderCircle aria-hidden="true" className={`${className} shrink-0 animate-spin`} />;
}
