import { History, Pencil, Trash2 } from "lucide-react";
import type { Job } from "@/api/types";
import { StepButtons } from "@/components/manage/step-buttons";
import { IconButton } from "@/components/ui/icon-button";
import { Progress } from "@/components/ui/progress";
import { useErrorText } from "@/hooks/use-error-text";
import { useFormat } from "@/hooks/use-format";
import { useMessages } from "@/lib/i18n";
import { isUnderWay, useFollowedJob } from "@/queries/follow-job";
import { type Rule, useApplyRule, useDeleteRule, useSwitchRule } from "@/queries/rules";
import { confirm } from "@/state/confirm";
import { toast } from "@/state/toasts";
import { RuleSwitch } from "./rule-switch";
import { useRuleWords } from "./use-rule-words";

interface RuleRowProps {
  rule: Rule;
  onEdit: () => void;
  place: number;
  count: number;
  onStep: (step: 1 | -1) => void;
}

export function RuleRow({ rule, place, count, onEdit, onStep }: RuleRowProps) {
  const say = useMessages("rules");
  const words = useRuleWords()(rule);
  const actions = useRuleActions(rule, words);
  const { name } = rule;
  return (
    <li className="flex flex-wrap items-start gap-x-3 gap-y-1 px-4 py-3">
      <RuleSwitch
        label={say("on", { name })}
        checked={rule.enabled}
        onChange={actions.switchOn}
      />
      <div className={`min-w-0 flex-1 basis-64 ${rule.enabled ? "" : "text-soft"}`}>
        <h2 dir="auto" className="font-medium">
          {name}
        </h2>
        <p dir="auto" className="text-sm">
          {words}
        </p>
        <Found rule={rule} />
        {actions.job && <Applying job={actions.job} />}
      </div>
      <div className="ms-auto flex shrink-0">
        <StepButtons name={name} place={place} count={count} onStep={onStep} />
        <IconButton
          icon={History}
          label={say("applyNamed", { name })}
          off={isUnderWay(actions.job)}
          onClick={() => void actions.apply()}
        />
        <IconButton icon={Pencil} label={say("editNamed", { name })} onClick={onEdit} />
        <IconButton
          icon={Trash2}
          label={say("deleteNamed", { name })}
          onClick={() => void actions.remove()}
        />
      </div>
    </li>
  );
}

function useRuleActions(rule: Rule, summary: string) {
  const say = useMessages("rules");
  const errorText = useErrorText();
  const toggle = useSwitchRule();
  const drop = useDeleteRule();
  const begin = useApplyRule();
  const job = useFollowedJob(begin.data);
  const { id, name } = rule;
  const refuse = (error: unknown) => toast({ text: errorText(error), look: "danger" });
  return {
    job,
    switchOn: (enabled: boolean) => void toggle.mutateAsync({ id, enabled }).catch(refuse),
    apply: async () => {
      const question = {
        title: say("applyQuestion", { name }),
        text: say("applyText", { summary }),
        action: say("apply"),
      };
      if (await confirm(question)) await begin.mutateAsync(id).catch(refuse);
    },
    remove: async () => {
      const question = {
        title: say("deleteQuestion", { name }),
        text: say("deleteText"),
        action: say("deleteRule"),
        danger: true,
      };
      if (await confirm(question)) await drop.mutateAsync(id).catch(refuse);
    },
  };
}

function Found({ rule }: { rule: Rule }) {
  const say = useMessages("rules");
  const format = useFormat();
  return (
    <p className="text-sm text-soft">
      {rule.matched > 0 ? say("matched", { count: rule.matched }) : say("neverMatched")}
      {rule.last_matched_at !== null && (
        <> · {say("last", { when: format.ago(rule.last_matched_at) })}</>
      )}
    </p>
  );
}

function Applying({ job }: { job: Job }) {
  const say = useMessages("rules");
  const { done, total, state } = job;
  const found = typeof job.result.matched === "number" ? job.result.matched : 0;
  return (
    <div role="status" className="mt-2 flex flex-col gap-1 text-sm">
      {isUnderWay(job) && (
        <>
          <Progress label={say("apply")} value={total > 0 ? done : null} max={total} />
          <p className="tabular-nums text-soft">
            {total > 0 ? say("applying", { done, total }) : say("applyWaiting")}
          </p>
        </>
      )}
      {state === "done" && <p className="text-good">{say("applied", { count: found })}</p>}
      {state === "failed" && (
        <p className="text-danger">{say("applyFailed", { reason: job.error ?? "" })}</p>
      )}
    </div>
  );
}
