import { lazy, Suspense } from "react";
import { DeviceNotices } from "@/components/offline/device-notices";
import { useMessages } from "@/lib/i18n";
import { removalIn } from "@/lib/removal";
import { useStatus } from "@/queries/feeds";

// Most days there is nothing: it need not come with the first page.
const StandingNotices = lazy(() =>
  import("@/components/health/standing-notices").then((part) => ({
    default: part.StandingNotices,
  })),
);

/** What every reader should know now. Empty when all is well. */
export function Notices() {
  const say = useMessages("layout");
  const status = useStatus(false).data;
  const hasNews = status?.health_warning != null || removalIn(status) !== null;
  return (
    <section aria-label={say("notices")} aria-live="polite">
      <DeviceNotices />
      {status && hasNews && (
        <Suspense>
          <StandingNotices status={status} />
        </Suspense>
      )}
    </section>
  );
}
