import { Link } from "@tanstack/react-router";
import { X } from "lucide-react";
import { useFormat } from "@/hooks/use-format";
import type { Reading } from "@/hooks/use-reading";
import { useScopeName } from "@/hooks/use-scope-name";
import { useMessages } from "@/lib/i18n";
import type { ListScope } from "@/lib/list-scope";
import { listWithin } from "@/lib/search-within";

/** In which list one searches, and how many entries were found. */
export function SearchFound({ reading }: { reading: Reading }) {
  const { scope, list } = reading;
  const count = list.data?.pages[0]?.count;
  return (
    <div className="flex min-h-6 basis-full items-center gap-3 text-xs text-soft">
      {scope.within && <Within scope={scope} term={scope.within} />}
      <p role="status">{count && <Found {...count} />}</p>
    </div>
  );
}

function Found({ found, exact }: { found: number; exact: boolean }) {
  const say = useMessages("search");
  const format = useFormat();
  if (exact) return say("found", { count: found });
  return say("foundMore", { most: format.number(found) });
}

function Within({ scope, term }: { scope: ListScope; term: string }) {
  const say = useMessages("search");
  const place = listWithin(term);
  const name = useScopeName({ ...scope, ...(place ?? { kind: "all", unread: false }) });
  return (
    <Link
      to="/search"
      search={scope.q ? { q: scope.q } : {}}
      title={say("withinOff")}
      className="target flex min-w-0 items-center gap-1.5 rounded-full border border-edge bg-selected px-3 text-ink hover:bg-hover"
    >
      <span dir="auto" className="truncate">
        {say("within", { name })}
      </span>
      <X aria-hidden="true" className="size-3.5 shrink-0" />
      <span className="sr-only">{say("withinOff")}</span>
    </Link>
  );
}
