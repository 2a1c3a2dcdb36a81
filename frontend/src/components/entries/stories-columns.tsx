import { CheckCheck } from "lucide-react";
import { useRef } from "react";
import type { OpenStory, StoryTold } from "@/api/types";
import { Button } from "@/components/ui/button";
import { confirm } from "@/components/ui/confirm";
import { useErrorText } from "@/components/ui/error-text";
import { toast } from "@/components/ui/toast-store";
import { useMessages } from "@/lib/i18n";
import { useMark } from "@/queries/marks";
import { useSplitStory } from "@/queries/stories";
import { OutletCard } from "./stories-outlet";

/** Each outlet's telling beside the others. */
export function StoryColumns({ story }: { story: OpenStory }) {
  const say = useMessages("stories");
  const errorText = useErrorText();
  const mark = useMark();
  const split = useSplitStory(story.id);
  const list = useRef<HTMLUListElement>(null);
  const unread = story.items.filter((one) => !one.entry.read).map((one) => one.entry.id);
  const takeOut = async ({ entry }: StoryTold) => {
    const question = {
      title: say("notPartQuestion", { title: entry.title }),
      text: say("notPartText"),
      action: say("takeOut"),
      danger: true,
    };
    if (!(await confirm(question))) return;
    split.mutate(entry.id, {
      onSuccess: () => list.current?.querySelector<HTMLElement>("a")?.focus(),
      onError: (error) => toast({ text: errorText(error), look: "danger" }),
    });
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
        className={`grid gap-4 md:grid-cols-2 ${story.items.length > 2 ? "xl:grid-cols-3" : ""}`}
      >
        {story.items.map((told, place) => (
          <li key={told.entry.id} className="flex">
            <OutletCard
              told={told}
              isFirst={place === 0}
              onTakeOut={() => void takeOut(told)}
            />
          </li>
        ))}
      </ul>
    </>
  );
}
