import { type FormEvent, useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { TextField } from "@/components/ui/field";
import { useErrorText } from "@/hooks/use-error-text";
import { siteOf } from "@/lib/feed-health";
import { useMessages } from "@/lib/i18n";
import { useMoveFeed } from "@/queries/health";
import { toast } from "@/state/toasts";

interface MoveFeedDialogProps {
  feed: { id: number; url: string | null; site_url: string | null };
  title: string;
  onClose: () => void;
}

/** Gives a feed another address, found on its site or typed; all that was read stays. */
export function MoveFeedDialog({ feed, title, onClose }: MoveFeedDialogProps) {
  const say = useMessages("health");
  const sayUi = useMessages("ui");
  const errorText = useErrorText();
  const move = useMoveFeed();
  const form = useId();
  const [url, setUrl] = useState(siteOf(feed));
  const send = (event: FormEvent) => {
    event.preventDefault();
    const onSuccess = ({ is_shared }: { is_shared: boolean }) => {
      toast({ text: say(is_shared ? "movedShared" : "moved", { title }) });
      onClose();
    };
    move.mutate({ feedId: feed.id, url: url.trim() }, { onSuccess });
  };
  const footer = (
    <>
      <Button onClick={onClose}>{sayUi("cancel")}</Button>
      <Button type="submit" form={form} look="primary" busy={move.isPending}>
        {say("move")}
      </Button>
    </>
  );
  return (
    <Dialog
      open
      title={say("moveTitle", { title })}
      description={
        <>
          <span dir="ltr" className="block break-all text-sm">
            {feed.url}
          </span>
          {say("moveText")}
        </>
      }
      onClose={onClose}
      footer={footer}
    >
      <form id={form} onSubmit={send}>
        <TextField
          label={say("newAddress")}
          hint={say("newAddressHint")}
          dir="ltr"
          inputMode="url"
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          required
          maxLength={2000}
          value={url}
          onChange={(event) => setUrl(event.target.value)}
          error={move.error ? errorText(move.error) : undefined}
        />
      </form>
    </Dialog>
  );
}
