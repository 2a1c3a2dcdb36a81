import { CheckCheck } from "lucide-react";
import { useRef } from "react";
import type { OpenStory, StoryItem } from "@/api/types";
import { Button } from "@/components/ui/button";
import { useErrorText } from "@/hooks/use-error-text";
import { useMessages } from "@/lib/i18n";
import { useMark } from "@/queries/marks";
import { useJoinStory, useSplitStory } from "@/queries/stories";
import { toast } from "@/state/toasts";
import { OutletCard } from "./stories-outlet";

/** Each outlet's report beside the others. */
export function StoryColumns({ story }: { story: OpenStory }) {
  const say = useMessages("stories");
  const sayUi = useMessages("ui");
  const errorText = useErrorText();
  const mark = useMark();
  const split = useSplitStory(story.id);
  const join = useJoinStory(story.id);
  const list = useRef<HTMLUListElement>(null);
  const unread = story.items.filter((one) => !one.entry.read).map((one) => one.entry.id);
  const warn = (error: unknown) => toast({ text: errorText(error), look: "danger" });
  // Promises, since the way back is there also after the reader has left the page.
  const putBack = (id: number) => void join.mutateAsync(id).catch(warn);
  const takeOut = async ({ entry: { id } }: StoryItem) => {
    try {
      await split.mutateAsync(id);
    } catch (error) {
      warn(error);
      return;
    }
    list.current?.querySelector<HTMLElement>("a")?.focus();
    const action = { label: sayUi("undo"), onClick: () => putBack(id) };
    toast({ text: say("takenOut"), action });
  };
  return (
    <>
      <p className="mb-4 flex flex-wrap items-center gap-3 text-sm text-soft">
        {say("outlets", { count: new Set(story.items.map((one) => one.feed.id)).size })}
        {unread.length > 0 && (
          <Button onClick={() => mark.mutate({ kind: "read", ids: unread, read: true })}>
            <CheckCheck aria-hidden="true" className="size-4" />
            {say("markAllRead")}
          </Button>
        )}
      </p>
      <ul
        ref={list}
        className={`grid grid-cols-1 gap-4 md:grid-cols-2 ${story.items.length > 2 ? "xl:grid-cols-3" : ""}`}
      >
        {story.items.map((item, place) => (
          <li key={item.entry.id} className="flex">
            <OutletCard
              item={item}
              isFirst={place === 0}
              onTakeOut={() => void takeOut(item)}
            />
          </li>
        ))}
      </ul>
    </>
  );
}
