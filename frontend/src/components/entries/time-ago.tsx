import { useFormat } from "@/hooks/use-format";
import { isoTime } from "@/lib/format";

/** "3 min. ago", with the full date for whoever points at it. */
export function TimeAgo({ at }: { at: number }) {
  const format = useFormat();
  return (
    <time
      dateTime={isoTime(at)}
      onPointerEnter={({ currentTarget }) => {
        currentTarget.title = format.dateTime(at);
      }}
    >
      {format.ago(at)}
    </time>
  );
}
