import type { Preferences } from "@/lib/preferences";

/** A page in miniature, in the colours of a theme; "system" shows both that it may become. */
export function ThemeSwatch({ theme }: { theme: Preferences["theme"] }) {
  if (theme === "system") {
    return (
      <span aria-hidden="true" className="flex overflow-hidden rounded-md border border-edge">
        <MiniPage theme="light" className="w-12 grow" />
        <MiniPage theme="dark" className="w-12 grow" />
      </span>
    );
  }
  return (
    <span aria-hidden="true" className="flex overflow-hidden rounded-md border border-edge">
      <MiniPage theme={theme} className="w-24 grow" />
    </span>
  );
}

// The variables of the theme itself: the class names follow the page's theme.
function MiniPage({ theme, className }: { theme: string; className: string }) {
  return (
    <span
      data-theme={theme}
      className={`flex h-15 flex-col gap-1 p-2 forced-color-adjust-none ${className}`}
      style={{ background: "var(--page)" }}
    >
      <Line width="70%" color="var(--ink)" tall />
      <Line width="95%" color="var(--soft)" />
      <Line width="85%" color="var(--soft)" />
      <Line width="40%" color="var(--accent)" />
    </span>
  );
}

function Line({ width, color, tall }: { width: string; color: string; tall?: boolean }) {
  return (
    <span
      className={`block rounded-full ${tall ? "mb-1 h-2" : "h-1"}`}
      style={{ width, background: color }}
    />
  );
}
