import { Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { Button, buttonClasses } from "@/components/ui/button";
import { useErrorText } from "@/hooks/use-error-text";
import { useMessages } from "@/lib/i18n";
import { withTypedLogin } from "@/lib/shared-address";
import { useSubscriptions } from "@/queries/feeds";
import { useSubscribe } from "@/queries/subscribing";
import { useWantedFolder, type WantedFolder } from "@/queries/wanted-folder";
import { toast } from "@/state/toasts";
import { FolderChoice } from "./folder-choice";

interface SubscribeFormProps {
  url: string;
  /** Where it was found; it may have a login, which answers never repeat. */
  typed: string;
  title: string;
}

/** Follows one feed, and leads to it. */
export function SubscribeForm({ url, typed, title }: SubscribeFormProps) {
  const say = useMessages("subscribe");
  const errorText = useErrorText();
  const navigate = useNavigate();
  const subscribe = useSubscribe();
  const folderOf = useWantedFolder();
  const [folder, setFolder] = useState<WantedFolder>(null);
  const [problem, setProblem] = useState("");
  const [isBusy, setBusy] = useState(false);
  const known = useSubscriptions().data?.find((one) => one.feed.url === url);
  if (known && !isBusy) {
    return (
      <div className="mt-4 flex flex-wrap items-center gap-3">
        <p className="text-sm">{say("followedAlready")}</p>
        <Link
          to="/feed/$id"
          params={{ id: String(known.feed_id) }}
          className={buttonClasses("secondary")}
        >
          {say("openFeed")}
        </Link>
      </div>
    );
  }
  const follow = async () => {
    setBusy(true);
    setProblem("");
    try {
      const folder_id = await folderOf(folder);
      const made = await subscribe.mutateAsync({ url: withTypedLogin(url, typed), folder_id });
      toast({ text: say("subscribed", { title: made.title }) });
      void navigate({ to: "/feed/$id", params: { id: String(made.feed_id) } });
    } catch (error) {
      setProblem(errorText(error));
      setBusy(false);
    }
  };
  return (
    <div className="mt-4 flex flex-wrap items-end gap-3">
      <FolderChoice value={folder} onChange={setFolder} />
      <Button
        look="primary"
        className="min-h-9.5 pointer-coarse:min-h-11"
        busy={isBusy}
        aria-label={say("subscribeTo", { title })}
        onClick={() => void follow()}
      >
        {say("subscribe")}
      </Button>
      {problem && (
        <p role="alert" className="w-full text-sm text-danger">
          {problem}
        </p>
      )}
    </div>
  );
}
