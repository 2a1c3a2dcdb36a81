import { Link } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { useFormat } from "@/hooks/use-format";
import { useNow } from "@/hooks/use-now";
import { aiWait } from "@/lib/ai-wait";
import { useMessages } from "@/lib/i18n";
import { useFreshAiStatus } from "@/queries/ai-status";

// A model takes seconds. Past this, whoever waits wonders.
const USUAL = 20_000;

/** That something is on its way; and if it is not for now, why and until when. `name` says
 * what it is, where nothing beside it does. */
export function AiPending({ text, name }: { text: string; name?: string }) {
  const say = useMessages("entry");
  const format = useFormat();
  const wait = aiWait(useFreshAiStatus().data, useNow());
  const isLong = useIsLong();
  if (wait === null) {
    return (
      <div role="status" className="text-soft">
        <p className={isLong ? undefined : "animate-pulse"}>{text}</p>
        {isLong && <p>{say("aiSlow")}</p>}
      </div>
    );
  }
  const label = name && <span className="font-semibold">{name}: </span>;
  if (wait.why === "paused") {
    return (
      <p role="status" className="text-soft">
        {label}
        {say("aiPaused", { time: format.ago(wait.until) })}
      </p>
    );
  }
  return (
    <p role="status" className="text-soft">
      {label}
      {wait.why === "day" ? say("aiDayUsed") : say("aiMonthUsed")}{" "}
      <Link to="/settings/ai" className="text-accent underline underline-offset-4 print:hidden">
        {say("aiOwnKey")}
      </Link>
    </p>
  );
}

function useIsLong(): boolean {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), USUAL);
    return () => clearTimeout(timer);
  }, []);
  return isLong;
}
