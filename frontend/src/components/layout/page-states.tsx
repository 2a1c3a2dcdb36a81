import { Link } from "@tanstack/react-router";
import { Compass } from "lucide-react";
import { buttonClasses } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { Spinner } from "@/components/ui/spinner";
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
  return <ErrorState error={error} onRetry={reset} isPage />;
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
