import { ListTodo } from "lucide-react";
import { useState } from "react";
import { useAiFailure } from "@/components/entries/ai-failure";
import { ChoiceGroup } from "@/components/settings/choice-group";
import { ListRow, RowList } from "@/components/settings/row-list";
import { Button } from "@/components/ui/button";
import { useErrorText } from "@/hooks/use-error-text";
import { useFormat } from "@/hooks/use-format";
import { useMessages } from "@/lib/i18n";
import type { AiStatus } from "@/queries/ai";
import { type AiTask, type TaskState, useAiTasks, useSendAgain } from "@/queries/ai-tasks";
import { toast } from "@/state/toasts";

const STATES = ["failed", "cooling", "waiting", "working"] as const;

/** What waits, what rests after failures, what was given up and why. */
export function AiTasks({ status }: { status: AiStatus }) {
  const say = useMessages("admin");
  const format = useFormat();
  const [state, setState] = useState<TaskState>("failed");
  const tasks = useAiTasks(state);
  const query = { ...tasks, data: tasks.data?.pages.flatMap((page) => page.items) };
  return (
    <>
      <ChoiceGroup
        label={say("tasksShown")}
        value={state}
        choices={STATES.map((value) => ({
          value,
          label: `${say(`task_${value}`)} (${format.number(status[value])})`,
        }))}
        onChange={setState}
      />
      {status.failed + status.cooling > 0 && <SendAll />}
      <RowList query={query} empty={say("noTasks")}>
        {(task) => <TaskRow key={task.key} task={task} />}
      </RowList>
      {tasks.hasNextPage && (
        <p className="text-center">
          <Button busy={tasks.isFetchingNextPage} onClick={() => void tasks.fetchNextPage()}>
            {say("loadMore")}
          </Button>
        </p>
      )}
    </>
  );
}

function SendAll() {
  const say = useMessages("admin");
  const errorText = useErrorText();
  const send = useSendAgain();
  const run = () =>
    send.mutate(null, {
      onSuccess: (count) => toast({ text: say("sentAgain", { count }) }),
      onError: (error) => toast({ text: errorText(error), look: "danger" }),
    });
  return (
    <div>
      <Button busy={send.isPending} onClick={run}>
        {say("sendAll")}
      </Button>
    </div>
  );
}

function TaskRow({ task }: { task: AiTask }) {
  const say = useMessages("admin");
  const format = useFormat();
  const errorText = useErrorText();
  const send = useSendAgain();
  const failure = useAiFailure();
  const kind = task.kind === "deframe" ? say("kindDeframe") : say("kindSummary");
  const canSend = task.state === "failed" || task.state === "cooling";
  const run = () =>
    send.mutate(task.key, {
      onError: (error) => toast({ text: errorText(error), look: "danger" }),
    });
  return (
    <ListRow
      icon={ListTodo}
      title={
        <>
          {kind}
          {task.language && <span className="font-normal text-soft">{task.language}</span>}
        </>
      }
      facts={[
        task.model,
        say("attempts", { count: task.attempts }),
        format.ago(task.changed_at),
        failure({ code: task.error_code, reason: task.last_error }),
      ]}
    >
      {canSend && (
        <Button busy={send.isPending} onClick={run}>
          {say("sendAgain")}
        </Button>
      )}
    </ListRow>
  );
}
