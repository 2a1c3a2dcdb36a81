import { ErrorState } from "@/components/ui/error-state";
import { Skeleton } from "@/components/ui/skeleton";
import { useFormat } from "@/hooks/use-format";
import { useMessages } from "@/lib/i18n";
import { dayMicroseconds, dayOf, ledgerDays } from "@/lib/ledger";
import { useAiLedger } from "@/queries/ai";
import { BarChart } from "./bar-chart";

const DAYS = 31;

/** What the AI used, day by day: of the reader, or of everybody. */
export function LedgerChart({ everybody }: { everybody: boolean }) {
  const say = useMessages("ai");
  const sayCharts = useMessages("charts");
  const format = useFormat();
  const ledger = useAiLedger(DAYS, everybody);
  if (ledger.error)
    return <ErrorState error={ledger.error} onRetry={() => void ledger.refetch()} />;
  if (!ledger.data) return <Skeleton className="h-60 w-full" />;
  const days = ledgerDays(ledger.data, dayOf(Date.now()), DAYS);
  const total = (pick: (day: (typeof days)[number]) => number) =>
    days.reduce((sum, day) => sum + pick(day), 0);
  const price = total((day) => day.price);
  // What costs no tokens, such as excerpts, still has its calls.
  const hasTokens = total((day) => day.tokens) > 0;
  const summary = say("ledgerSummary", {
    calls: format.number(total((day) => day.calls)),
    tokens: format.count(total((day) => day.tokens)),
    price: format.number(Math.round(price * 10_000) / 10_000),
  });
  return (
    <BarChart
      title={say("ledgerTitle", { count: DAYS })}
      summary={summary}
      points={days.map((day) => ({
        label: format.day(dayMicroseconds(day.day)),
        value: hasTokens ? day.tokens : day.calls,
        part: day.tokensOut,
      }))}
      {...(hasTokens && {
        legend: { whole: say("tokensRead"), part: say("tokensWritten") },
      })}
      table={{
        columns: [sayCharts("day"), say("calls"), say("tokens"), say("price")],
        rows: days
          .filter((day) => day.calls > 0 || day.tokens > 0)
          .reverse()
          .map((day) => [
            format.day(dayMicroseconds(day.day)),
            format.number(day.calls),
            format.number(day.tokens),
            format.number(Math.round(day.price * 10_000) / 10_000),
          ]),
      }}
    />
  );
}
