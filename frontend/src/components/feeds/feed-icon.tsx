import { useState } from "react";
import { useFeeds } from "@/hooks/use-feeds";

interface FeedIconProps {
  feedId: number;
  title: string;
  className?: string;
}

/** A feed's own icon; if there is none, the first letter of its name. */
export function FeedIcon({ feedId, title, className = "size-4" }: FeedIconProps) {
  const address = useFeeds().get(feedId)?.feed.icon_url;
  const [missing, setMissing] = useState<string | null>(null);
  if (!address || missing === address) {
    return (
      <span
        aria-hidden="true"
        className={`${className} inline-flex shrink-0 items-center justify-center rounded-sm bg-hover text-[0.625rem] font-semibold uppercase text-soft`}
      >
        {[...title.trim()][0] ?? "·"}
      </span>
    );
  }
  return (
    <img
      src={address}
      alt=""
      loading="lazy"
      decoding="async"
      width={16}
      height={16}
      onError={() => setMissing(address)}
      className={`${className} shrink-0 rounded-sm`}
    />
  );
}
