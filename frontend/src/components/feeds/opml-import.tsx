import { useState } from "react";
import { useErrorText } from "@/hooks/use-error-text";
import { useMessages } from "@/lib/i18n";
import { isUnderWay, useFollowedJob } from "@/queries/follow-job";
import { useImportOpml } from "@/queries/subscribing";
import { FileDrop } from "./file-drop";
import { ImportProgress } from "./import-progress";

const LIST = /\.(opml|xml)$/i;

/** A list from another reader: dropped or chosen, then followed until it is done. */
export function OpmlImport() {
  const say = useMessages("subscribe");
  const errorText = useErrorText();
  const bring = useImportOpml();
  const job = useFollowedJob(bring.data);
  const [refused, setRefused] = useState<string | null>(null);
  const take = (file: File) => {
    const isList = LIST.test(file.name) || file.type.includes("xml");
    setRefused(isList ? null : file.name);
    if (isList) bring.mutate(file);
  };
  const problem = refused
    ? say("notAList", { name: refused })
    : bring.error && errorText(bring.error);
  return (
    <FileDrop
      text={say("dropHere")}
      button={say("chooseFile")}
      accept=".opml,.xml,text/x-opml,application/xml,text/xml"
      isBusy={bring.isPending || isUnderWay(job)}
      onFile={take}
    >
      {problem && (
        <p role="alert" className="mt-3 text-sm text-danger">
          {problem}
        </p>
      )}
      {job && !problem && (
        <div className="mt-4">
          <ImportProgress job={job} />
        </div>
      )}
    </FileDrop>
  );
}
