import { Monitor, Smartphone } from "lucide-react";
import { ListRow, RowList } from "@/components/settings/row-list";
import { SettingsSection } from "@/components/settings/settings-section";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { useErrorText } from "@/hooks/use-error-text";
import { useFormat } from "@/hooks/use-format";
import { useMessages } from "@/lib/i18n";
import { deviceName, isPhone } from "@/lib/user-agent";
import {
  type Session,
  useEndOtherSessions,
  useEndSession,
  useSessions,
} from "@/queries/credentials";
import { confirm } from "@/state/confirm";
import { toast } from "@/state/toasts";

export function SessionsPage() {
  const say = useMessages("account");
  const errorText = useErrorText();
  const sessions = useSessions();
  const endOthers = useEndOtherSessions();
  const others = (sessions.data ?? []).filter((one) => !one.current).length;
  const leave = async () => {
    const title = say("endOthersQuestion", { count: others });
    if (!(await confirm({ title, action: say("signOutThere"), danger: true }))) return;
    endOthers.mutate(undefined, {
      onSuccess: () => toast({ text: say("othersEnded") }),
      onError: (error) => toast({ text: errorText(error), look: "danger" }),
    });
  };
  const action = others > 0 && (
    <Button busy={endOthers.isPending} onClick={() => void leave()}>
      {say("endOthers")}
    </Button>
  );
  return (
    <SettingsSection title={say("sessions")} text={say("sessionsText")} action={action}>
      <RowList query={sessions} empty={say("noSessions")}>
        {(session) => <SessionRow key={session.id} session={session} />}
      </RowList>
    </SettingsSection>
  );
}

function SessionRow({ session }: { session: Session }) {
  const say = useMessages("account");
  const format = useFormat();
  const errorText = useErrorText();
  const end = useEndSession();
  const agent = session.user_agent ?? "";
  const name = deviceName(agent) || say("unknownDevice");
  const leave = () =>
    end.mutate(session.id, {
      onSuccess: () => toast({ text: say("sessionEnded", { name }) }),
      onError: (error) => toast({ text: errorText(error), look: "danger" }),
    });
  return (
    <ListRow
      icon={isPhone(agent) ? Smartphone : Monitor}
      title={
        <>
          {name}
          {session.current && <Badge look="good">{say("thisDevice")}</Badge>}
        </>
      }
      facts={[
        !session.current && say("seen", { when: format.ago(session.last_seen_at) }),
        say("since", { when: format.day(session.created_at) }),
        session.address,
      ]}
    >
      {!session.current && (
        <Button busy={end.isPending} aria-label={say("signOutNamed", { name })} onClick={leave}>
          {say("signOutThere")}
        </Button>
      )}
    </ListRow>
  );
}
