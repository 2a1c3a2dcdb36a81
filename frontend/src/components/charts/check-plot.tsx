// The last checks of a feed as a row of small bars: high is new entries, a gap with a cross
// is a failure. Shape tells, not colour alone.
import { useMessages } from "@/lib/i18n";

export interface PlottedCheck {
  at: number;
  outcome: string;
  added: number;
}

const GOOD = new Set(["fetched", "not_modified"]);
const PLACES = 20;
const SLOT = 7;
const HEIGHT = 20;

/** `checks` are newest first, as the server lists them; time runs from start to end. */
export function CheckPlot({ checks }: { checks: readonly PlottedCheck[] }) {
  const say = useMessages("charts");
  const shown = checks.slice(0, PLACES).reverse();
  const failed = shown.filter((one) => !GOOD.has(one.outcome)).length;
  const most = Math.max(1, ...shown.map((one) => one.added));
  const first = PLACES - shown.length;
  const words = say("checks", { count: shown.length, failed });
  if (shown.length === 0)
    return <span className="w-35 text-sm text-soft">{say("noChecks")}</span>;
  return (
    <>
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${PLACES * SLOT} ${HEIGHT}`}
        className="h-5 w-35 shrink-0"
      >
        <title>{words}</title>
        {shown.map((check, place) => {
          const x = (first + place) * SLOT;
          if (!GOOD.has(check.outcome)) return <Cross key={check.at} x={x} />;
          const height = check.added > 0 ? 5 + (check.added / most) * (HEIGHT - 5) : 3;
          return (
            <rect
              key={check.at}
              x={x}
              y={HEIGHT - height}
              width={SLOT - 2}
              height={height}
              rx={1}
              className={check.added > 0 ? "fill-accent" : "fill-edge"}
            />
          );
        })}
      </svg>
      <span className="sr-only">{words}</span>
    </>
  );
}

function Cross({ x }: { x: number }) {
  const [y, size] = [HEIGHT - 7, SLOT - 2];
  return (
    <path
      d={`M${x} ${y}l${size} ${size}m0 ${-size}l${-size} ${size}`}
      strokeWidth={1.5}
      className="stroke-danger"
    />
  );
}
