import { Skeleton } from "@/components/ui/skeleton";
import { useMessages } from "@/lib/i18n";

export function ListSkeleton() {
  const say = useMessages("ui");
  return (
    <div role="status" className="h-full overflow-hidden">
      <span className="sr-only">{say("loading")}</span>
      {Array.from({ length: 10 }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
        <div key={row} className="row-space flex flex-col gap-2 border-b border-line ps-5 pe-4">
          <Skeleton className="h-3 w-1/3" />
          <Skeleton className="h-4 w-11/12" />
          <Skeleton className="h-3 w-2/3" />
        </div>
      ))}
    </div>
  );
}
