import type { ReactNode } from "react";
import { useNoOutline } from "@/hooks/use-no-outline";
import { usePageTitle } from "@/hooks/use-page-title";
import { useMessages } from "@/lib/i18n";

/** The frame of the pages before one is signed in. */
export function SignedOutPage({
  title,
  text,
  children,
}: {
  title: string;
  text?: string;
  children: ReactNode;
}) {
  const say = useMessages("layout");
  usePageTitle(title);
  useNoOutline();
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center bg-side px-4 py-10">
      <div className="w-full max-w-sm rounded-xl border border-line bg-page p-6 shadow-float">
        <p className="mb-5 font-serif text-lg font-semibold tracking-tight text-accent">
          {say("appName")}
        </p>
        <h1 className="text-xl font-semibold">{title}</h1>
        {text && <p className="mt-1 text-sm text-soft">{text}</p>}
        <div className="mt-5">{children}</div>
      </div>
      {/* A page of the server, where webmasters learn who fetches their feeds. */}
      <a href="/about" className="reach mt-5 text-sm text-soft underline underline-offset-4">
        {say("about")}
      </a>
    </main>
  );
}
