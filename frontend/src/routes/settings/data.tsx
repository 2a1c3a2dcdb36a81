// What is the reader's own, taken along and brought back.
import { Download } from "lucide-react";
import { DataImport } from "@/components/feeds/data-import";
import { OpmlImport } from "@/components/feeds/opml-import";
import { SettingsSection } from "@/components/settings/settings-section";
import { buttonClasses } from "@/components/ui/button";
import { useMessages } from "@/lib/i18n";
import { toast } from "@/state/toasts";

export function DataPage() {
  const say = useMessages("data");
  return (
    <>
      <SettingsSection title={say("feeds")} text={say("feedsText")}>
        <div>
          <ExportLink href="/api/v1/subscriptions/export" label={say("exportFeeds")} />
        </div>
        <div>
          <h3 className="mb-2 text-sm font-medium">{say("importFeeds")}</h3>
          <OpmlImport />
        </div>
      </SettingsSection>
      <SettingsSection title={say("all")} text={say("allText")}>
        <div>
          <ExportLink href="/api/v1/users/me/export" label={say("exportAll")} />
        </div>
        <div>
          <h3 className="text-sm font-medium">{say("importAll")}</h3>
          <p className="mb-2 max-w-prose text-sm text-soft">{say("importAllText")}</p>
          <DataImport />
        </div>
      </SettingsSection>
    </>
  );
}

/** The browser itself downloads: it shows progress, and no file has to fit into memory. */
function ExportLink({ href, label }: { href: string; label: string }) {
  const say = useMessages("data");
  return (
    <a
      href={href}
      download
      onClick={() => toast({ key: "export", text: say("exportStarted") })}
      className={buttonClasses("secondary")}
    >
      <Download aria-hidden="true" className="size-4" />
      {label}
    </a>
  );
}
