import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Select } from "@/components/ui/select";
import { Skeleton } from "@/components/ui/skeleton";
import { useErrorText } from "@/hooks/use-error-text";
import { useFormat } from "@/hooks/use-format";
import { useMessages } from "@/lib/i18n";
import { useEstimate, useReprocess, type Work } from "@/queries/ai-tasks";
import { toast } from "@/state/toasts";

const DAYS = ["1", "7", "30", "90"] as const;

/** Old entries again: the price is shown before anything is begun. */
export function Reprocess() {
  const say = useMessages("admin");
  const sayAccount = useMessages("account");
  const errorText = useErrorText();
  const [kind, setKind] = useState<Work["kind"]>("summary");
  const [days, setDays] = useState<(typeof DAYS)[number]>("7");
  const work: Work = { kind, days: Number(days) };
  const reprocess = useReprocess();
  const run = () =>
    reprocess.mutate(work, {
      onSuccess: ({ queued }) => toast({ text: say("queued", { count: queued }) }),
      onError: (error) => toast({ text: errorText(error), look: "danger" }),
    });
  return (
    <>
      <div className="grid max-w-lg gap-4 md:grid-cols-2">
        <Select
          label={say("workKind")}
          value={kind}
          options={[
            { value: "summary", label: say("kindSummary") },
            { value: "deframe", label: say("kindDeframe") },
          ]}
          onChange={setKind}
        />
        <Select
          label={say("workDays")}
          value={days}
          options={DAYS.map((value) => ({
            value,
            label: sayAccount("days", { count: Number(value) }),
          }))}
          onChange={setDays}
        />
      </div>
      <Price work={work} />
      <div>
        <Button busy={reprocess.isPending} onClick={run}>
          {say("reprocess")}
        </Button>
      </div>
    </>
  );
}

function Price({ work }: { work: Work }) {
  const say = useMessages("admin");
  const format = useFormat();
  const errorText = useErrorText();
  const estimate = useEstimate(work);
  if (estimate.error) return <p className="text-sm text-danger">{errorText(estimate.error)}</p>;
  if (!estimate.data) return <Skeleton className="h-5 w-80" />;
  const { entries, calls, tokens_in, tokens_out, price, minutes } = estimate.data;
  return (
    <p aria-live="polite" className="text-sm text-soft">
      {say("estimate", {
        entries: format.number(entries),
        calls: format.number(calls),
        tokens: format.count(tokens_in + tokens_out),
        price: format.number(Math.round(price * 10_000) / 10_000),
        minutes: format.number(minutes),
      })}
    </p>
  );
}
