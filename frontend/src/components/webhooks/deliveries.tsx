import { TimeAgo } from "@/components/entries/time-ago";
import { Badge } from "@/components/ui/badge";
import { ErrorState } from "@/components/ui/error-state";
import { Skeleton } from "@/components/ui/skeleton";
import { useFormat } from "@/hooks/use-format";
import { useMessages } from "@/lib/i18n";
import { type Delivery, useDeliveries } from "@/queries/webhooks";
import { useWebhookFailure } from "./webhook-failure";

/** What was sent to a webhook lately, and what became of it. */
export function Deliveries({ webhookId }: { webhookId: string }) {
  const say = useMessages("webhooks");
  const { data, error, refetch } = useDeliveries(webhookId);
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-16 w-full" />;
  if (data.length === 0) return <p className="text-sm text-soft">{say("noDeliveries")}</p>;
  return (
    <section aria-label={say("deliveries")}>
      <ul className="divide-y divide-line text-sm">
        {data.map((delivery) => (
          <DeliveryRow key={delivery.id} delivery={delivery} />
        ))}
      </ul>
    </section>
  );
}

function DeliveryRow({ delivery }: { delivery: Delivery }) {
  const say = useMessages("webhooks");
  const format = useFormat();
  const failure = useWebhookFailure();
  const { delivered_at: delivered, next_try_at: next } = delivery;
  const problem = delivered === null && failure(delivery);
  return (
    <li className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5 py-2">
      <code className="font-mono text-xs">{delivery.type}</code>
      {delivered !== null && <Badge look="good">{say("delivered")}</Badge>}
      {delivered === null && next === null && <Badge look="danger">{say("givenUp")}</Badge>}
      {delivered === null && next !== null && (
        <Badge look="warning">{say("nextTry", { when: format.ago(next) })}</Badge>
      )}
      <span className="text-soft">{say("attempts", { count: delivery.attempts })}</span>
      <span className="ms-auto text-soft">
        <TimeAgo at={delivery.created_at} />
      </span>
      {problem && <p className="w-full break-words text-danger">{problem}</p>}
    </li>
  );
}
