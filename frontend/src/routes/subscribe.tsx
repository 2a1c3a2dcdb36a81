// Following something new: an address, a list from elsewhere, or a pack to begin with.
import { useLocation, useNavigate, useSearch } from "@tanstack/react-router";
import { type ReactNode, useEffect, useRef } from "react";
import { AddressForm } from "@/components/feeds/address-form";
import { Bookmarklet } from "@/components/feeds/bookmarklet";
import { FoundFeeds } from "@/components/feeds/found-feeds";
import { OpmlImport } from "@/components/feeds/opml-import";
import { SampleFeeds } from "@/components/feeds/sample-feeds";
import { StarterPacks } from "@/components/feeds/starter-packs";
import { Page } from "@/components/layout/page";
import { useNextRender } from "@/hooks/use-next-render";
import { useMessages } from "@/lib/i18n";
import { readShared, typedRequest } from "@/lib/shared-address";
import { useSubscriptions } from "@/queries/feeds";
import { useDiscovery } from "@/queries/subscribing";

export function SubscribePage() {
  const say = useMessages("subscribe");
  const navigate = useNavigate();
  const search = useSearch({ strict: false }) as Record<string, unknown>;
  const url = readShared(search).url || typedRequest(String(search.url ?? ""));
  const isFirst = useSubscriptions().data?.length === 0;
  const { isFetching, refetch } = useDiscovery(url);
  const part = useLocation().hash;
  // The field first: all at once would hold up fingers and keys for longer.
  const isBegun = useNextRender();
  const find = (address: string) =>
    address === url
      ? void refetch()
      : void navigate({ to: "/subscribe", search: { url: address } });
  return (
    <Page title={isFirst ? say("welcome") : say("title")}>
      {isFirst && <p className="mb-6 max-w-prose text-soft">{say("welcomeText")}</p>}
      <AddressForm url={url} isBusy={isFetching} isQuiet={part !== ""} onFind={find} />
      {url ? (
        <div className="mt-6">
          <FoundFeeds key={url} url={url} />
        </div>
      ) : (
        isBegun && <OtherWays isFirst={isFirst} part={part} />
      )}
    </Page>
  );
}

function OtherWays({ isFirst, part }: { isFirst: boolean; part: string }) {
  const say = useMessages("subscribe");
  return (
    <>
      <Section isAsked={part === "import"} title={say("importTitle")} text={say("importText")}>
        <OpmlImport />
      </Section>
      <Section isAsked={part === "packs"} title={say("packsTitle")} text={say("packsText")}>
        <StarterPacks />
      </Section>
      <Section title={say("bookmarkTitle")} text={say("bookmarkText")}>
        <Bookmarklet origin={window.location.origin} />
      </Section>
      {isFirst && (
        <Section title={say("samplesTitle")} text={say("samplesText")}>
          <SampleFeeds />
        </Section>
      )}
    </>
  );
}

interface SectionProps {
  title: string;
  text: string;
  /** A link led here: the page begins with it. */
  isAsked?: boolean;
  children: ReactNode;
}

function Section({ title, text, isAsked = false, children }: SectionProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!isAsked) return;
    heading.current?.scrollIntoView();
    heading.current?.focus({ preventScroll: true });
  }, [isAsked]);
  return (
    <section className="mt-10">
      <h2 ref={heading} tabIndex={-1} className="scroll-mt-6 font-semibold">
        {title}
      </h2>
      <p className="mb-3 max-w-prose text-sm text-soft">{text}</p>
      {children}
    </section>
  );
}
