import { useNavigate } from "@tanstack/react-router";
import { Button } from "@/components/ui/button";
import { useErrorText } from "@/hooks/use-error-text";
import { useLanguage, useMessages } from "@/lib/i18n";
import { useFollowSamples } from "@/queries/subscribing";

/** Gives the reader a few invented feeds, and goes there. */
export function SampleFeeds() {
  const say = useMessages("subscribe");
  const errorText = useErrorText();
  const language = useLanguage();
  const navigate = useNavigate();
  const follow = useFollowSamples();
  const lookAround = () =>
    follow.mutate({ language }, { onSuccess: () => void navigate({ to: "/" }) });
  return (
    <>
      <Button busy={follow.isPending} onClick={lookAround}>
        {say("samples")}
      </Button>
      {follow.error && (
        <p role="alert" className="mt-2 text-sm text-danger">
          {errorText(follow.error)}
        </p>
      )}
    </>
  );
}
