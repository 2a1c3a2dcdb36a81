import { Link } from "@tanstack/react-router";
import { Compass } from "lucide-react";
import { ApiError, NetworkError } from "@/api/errors";
import { buttonClasses } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { Spinner } from "@/components/ui/spinner";
import { useIsOffline } from "@/hooks/use-is-offline";
import { useNoOutline } from "@/hooks/use-no-outline";
import { useMessages } from "@/lib/i18n";

export function PagePending() {
  const say = useMessages("ui");
  return (
    <div role="status" className="flex h-full min-h-40 items-center justify-center text-soft">
      <Spinner className="size-5" />
      <span className="sr-only">{say("loading")}</span>
    </div>
  );
}

export function PageError({ error, reset }: { error: unknown; reset: () => void }) {
  useNoOutline();
  const isOffline = useIsOffline();
  // Without an answer it may be otherwise next time. A part of the app that is not to be had
  // stays away: there is a newer version.
  const mayPass = isOffline || error instanceof ApiError || error instanceof NetworkError;
  return (
    <ErrorState error={error} onRetry={mayPass ? reset : () => location.reload()} isPage />
  );
}

export function NotFoundPage() {
  const say = useMessages("ui");
  const sayLayout = useMessages("layout");
  useNoOutline();
  return (
    <EmptyState icon={Compass} title={say("notFoundTitle")} text={say("notFoundText")} isPage>
      <Link to="/" className={buttonClasses("secondary")}>
        {sayLayout("unread")}
      </Link>
    </EmptyState>
  );
}
