import { Link, useNavigate } from "@tanstack/react-router";
import { FileUp, type LucideIcon, Package } from "lucide-react";
import { useMessages } from "@/lib/i18n";
import { AddressForm } from "./address-form";
import { SampleFeeds } from "./sample-feeds";

/** For who follows nothing yet: every way to begin. */
export function FirstSteps() {
  const say = useMessages("subscribe");
  const navigate = useNavigate();
  const find = (url: string) => void navigate({ to: "/subscribe", search: { url } });
  return (
    <div className="relative h-full overflow-y-auto">
      <div className="mx-auto flex max-w-lg flex-col gap-6 px-5 py-8 md:py-14">
        <div>
          <h2 className="text-xl font-semibold">{say("welcome")}</h2>
          <p className="mt-1 text-soft">{say("welcomeText")}</p>
        </div>
        <AddressForm url="" isBusy={false} isQuiet onFind={find} />
        <ul className="grid gap-3 sm:grid-cols-2">
          <Way
            icon={FileUp}
            hash="import"
            title={say("firstImport")}
            text={say("firstImportText")}
          />
          <Way
            icon={Package}
            hash="packs"
            title={say("firstPacks")}
            text={say("firstPacksText")}
          />
        </ul>
        <section className="border-t border-line pt-5">
          <h3 className="font-medium">{say("samplesTitle")}</h3>
          <p className="mb-3 text-sm text-soft">{say("samplesText")}</p>
          <SampleFeeds />
        </section>
      </div>
    </div>
  );
}

interface WayProps {
  icon: LucideIcon;
  /** Where on the page of all ways. */
  hash: "import" | "packs";
  title: string;
  text: string;
}

function Way({ icon: Icon, hash, title, text }: WayProps) {
  return (
    <li>
      <Link
        to="/subscribe"
        hash={hash}
        className="target flex h-full items-start gap-3 rounded-lg border border-line bg-raised px-4 py-3 hover:bg-hover"
      >
        <Icon aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-soft" />
        <span className="min-w-0">
          <span className="block font-medium">{title}</span>
          <span className="block text-sm text-soft">{text}</span>
        </span>
      </Link>
    </li>
  );
}
