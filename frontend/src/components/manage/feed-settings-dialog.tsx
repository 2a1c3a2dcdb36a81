import { type FormEvent, type ReactNode, useId } from "react";
import type { Subscription } from "@/api/types";
import { FolderSelect } from "@/components/feeds/folder-select";
import { ChoiceGroup } from "@/components/settings/choice-group";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { TextArea, TextField } from "@/components/ui/field";
import { Skeleton } from "@/components/ui/skeleton";
import { useErrorText } from "@/hooks/use-error-text";
import { useLeaveFeed } from "@/hooks/use-leave-feed";
import { useMessages } from "@/lib/i18n";
import { toast } from "@/state/toasts";
import { FeedLife } from "./feed-life";
import { FetchFields } from "./fetch-fields";
import { useFeedForm } from "./use-feed-form";

type Form = ReturnType<typeof useFeedForm>;

interface FeedSettingsDialogProps {
  subscription: Subscription;
  onClose: () => void;
}

export function FeedSettingsDialog({ subscription, onClose }: FeedSettingsDialogProps) {
  const say = useMessages("manage");
  const sayUi = useMessages("ui");
  const sayHealth = useMessages("health");
  const errorText = useErrorText();
  const leave = useLeaveFeed();
  const form = useFeedForm(subscription);
  const id = useId();
  const send = (event: FormEvent) => {
    event.preventDefault();
    form.save().then(
      () => {
        toast({
          text: say("saved", { name: form.own.title.trim() || subscription.feed.title }),
        });
        onClose();
      },
      // It is in the dialog, beside the buttons.
      () => undefined,
    );
  };
  const footer = (
    <>
      {form.error && (
        <p role="alert" className="w-full text-sm text-danger">
          {errorText(form.error)}
        </p>
      )}
      <Button
        look="quiet"
        className="me-auto text-danger!"
        onClick={() => {
          onClose();
          void leave(subscription);
        }}
      >
        {say("unsubscribe")}
      </Button>
      <Button onClick={onClose}>{sayUi("cancel")}</Button>
      <Button type="submit" form={id} look="primary" busy={form.isSaving}>
        {sayUi("save")}
      </Button>
    </>
  );
  return (
    <Dialog
      open
      title={say("feedSettings", { name: subscription.title })}
      description={
        <span dir="ltr" className="break-all text-sm">
          {subscription.feed.url}
        </span>
      }
      onClose={onClose}
      footer={footer}
    >
      <form id={id} onSubmit={send} className="flex flex-col gap-6">
        <OwnPart form={form} feedTitle={subscription.feed.title} />
        <FetchPart form={form} isFetched={subscription.feed.url !== null} />
        <AiPart form={form} />
      </form>
      {subscription.feed.url !== null && (
        <div className="mt-6">
          <Part title={sayHealth("address")}>
            <FeedLife subscription={subscription} onGone={onClose} />
          </Part>
        </div>
      )}
    </Dialog>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-4">
      <h3 className="border-b border-line pb-1 text-sm font-semibold text-soft">{title}</h3>
      {children}
    </section>
  );
}

function OwnPart({ form, feedTitle }: { form: Form; feedTitle: string }) {
  const say = useMessages("manage");
  return (
    <Part title={say("yours")}>
      <TextField
        label={say("feedTitle")}
        hint={say("feedTitleHint")}
        placeholder={feedTitle}
        maxLength={500}
        dir="auto"
        value={form.own.title}
        onChange={(event) => form.changeOwn({ title: event.target.value })}
      />
      <FolderSelect
        label={say("folder")}
        none={say("noFolder")}
        value={form.own.folderId}
        onChange={(folderId) => form.changeOwn({ folderId })}
      />
    </Part>
  );
}

function FetchPart({ form, isFetched }: { form: Form; isFetched: boolean }) {
  const say = useMessages("manage");
  const { settings, fetching } = form;
  return (
    <Part title={say("fetching")}>
      {!isFetched && <p className="text-sm text-soft">{say("fetchingNone")}</p>}
      {isFetched && settings.isPending && <Skeleton className="h-40 w-full" />}
      {settings.error && <p className="text-sm text-soft">{say("fetchingShared")}</p>}
      {settings.data && fetching && (
        <FetchFields
          draft={fetching}
          hasLogin={settings.data.has_login}
          onChange={form.changeFetching}
        />
      )}
    </Part>
  );
}

const AI_CHOICES = { usual: null, on: true, off: false } as const;
type AiChoice = keyof typeof AI_CHOICES;

function choiceName(chosen: boolean | null): AiChoice {
  return chosen === null ? "usual" : chosen ? "on" : "off";
}

function AiPart({ form: { ai } }: { form: Form }) {
  const say = useMessages("manage");
  const { choice } = ai;
  if (choice === undefined) return null;
  const choices = (["usual", "on", "off"] as const).map((one) => ({
    value: one,
    label: say(`ai_${one}`),
  }));
  return (
    <Part title={ai.isThere ? say("ai") : say("forThisFeed")}>
      {ai.isThere && (
        <ChoiceGroup
          label={say("aiText")}
          value={choiceName(choice.ai)}
          choices={choices}
          onChange={(chosen) => ai.choose({ ai: AI_CHOICES[chosen] })}
        />
      )}
      <ChoiceGroup
        label={say("fullTextsText")}
        value={choiceName(choice.full_text)}
        choices={choices}
        onChange={(chosen) => ai.choose({ full_text: AI_CHOICES[chosen] })}
      />
      {ai.prompts && (
        <>
          <TextArea
            label={say("promptSummary")}
            hint={say("promptHint")}
            rows={2}
            maxLength={4000}
            value={ai.prompts.summary}
            onChange={(event) => ai.changePrompts({ summary: event.target.value })}
          />
          <TextArea
            label={say("promptDeframe")}
            hint={say("promptHint")}
            rows={2}
            maxLength={4000}
            value={ai.prompts.deframe}
            onChange={(event) => ai.changePrompts({ deframe: event.target.value })}
          />
        </>
      )}
    </Part>
  );
}
