import { useMessages } from "@/lib/i18n";
import type { Preferences } from "@/lib/preferences";

/** Some text as entries will look: face, size, spacing and width are the reader's. */
export function ReadingSample({ preferences }: { preferences: Preferences }) {
  const say = useMessages("settings");
  return (
    <section
      aria-label={say("sample")}
      className="overflow-hidden rounded-lg border border-line bg-page px-5 py-6"
    >
      <div className="mx-auto" style={{ maxWidth: "var(--reading-width)" }}>
        <p className="text-sm text-soft">{say("sampleSource")}</p>
        <p className="mt-1 text-2xl font-semibold text-balance">{say("sampleTitle")}</p>
        <div className="prose mt-3 [&>p]:mb-0" data-justify={preferences.justify}>
          <p>{say("sampleText")}</p>
        </div>
      </div>
    </section>
  );
}
