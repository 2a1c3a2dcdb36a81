import { CircleAlert, Unplug } from "lucide-react";
import { NetworkError } from "@/api/errors";
import { useErrorText } from "@/hooks/use-error-text";
import { useMessages } from "@/lib/i18n";
import { Button } from "./button";
import { EmptyState } from "./empty-state";

interface ErrorStateProps {
  error: unknown;
  onRetry?: () => void;
  /** Nothing else on the page has a heading. */
  isPage?: boolean;
}

/** What happened, in words, and the button that helps. */
export function ErrorState({ error, onRetry, isPage = false }: ErrorStateProps) {
  const say = useMessages("ui");
  const text = useErrorText()(error);
  const isOffline = error instanceof NetworkError;
  return (
    <div role="alert">
      <EmptyState
        icon={isOffline ? Unplug : CircleAlert}
        title={isOffline ? say("offlineTitle") : say("errorTitle")}
        text={text}
        isPage={isPage}
      >
        {onRetry && <Button onClick={onRetry}>{say("retry")}</Button>}
      </EmptyState>
    </div>
  );
}
