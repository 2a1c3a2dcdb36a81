import { Link } from "@tanstack/react-router";
import { Newspaper } from "lucide-react";
import { ListRow, RowList } from "@/components/settings/row-list";
import { useFormat } from "@/hooks/use-format";
import { useMessages } from "@/lib/i18n";
import { useLastDigests } from "@/queries/digests";

/** Those that were made, each with a way to read it. */
export function LastDigests({ isOn }: { isOn: boolean }) {
  const say = useMessages("digest");
  const format = useFormat();
  return (
    <RowList query={useLastDigests()} empty={say(isOn ? "noneYet" : "noneOff")}>
      {(digest) => {
        const title = say("open", { when: format.dateTime(digest.due_at) });
        const isMade = digest.made_at !== null;
        return (
          <ListRow
            key={digest.due_at}
            icon={Newspaper}
            title={
              digest.entry_id === null ? (
                <span>{title}</span>
              ) : (
                <Link
                  to="/entry/$id"
                  params={{ id: String(digest.entry_id) }}
                  className="hover:underline"
                >
                  {title}
                </Link>
              )
            }
            facts={[
              say("since", { when: format.day(digest.since) }),
              !isMade && say("writing"),
              isMade && digest.entry_id === null && say("nothing"),
              digest.mailed_at !== null && say("mailed"),
            ]}
          />
        );
      }}
    </RowList>
  );
}
