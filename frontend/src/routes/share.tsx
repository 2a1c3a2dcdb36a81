// What another program shares comes here: keep the page, or follow the site.
import { Link, useSearch } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { Page } from "@/components/layout/page";
import { Button, buttonClasses } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { TextField } from "@/components/ui/field";
import { useCaughtFocus } from "@/hooks/use-caught-focus";
import { useErrorText } from "@/hooks/use-error-text";
import { useMessages } from "@/lib/i18n";
import { readShared, typedAddress } from "@/lib/shared-address";
import { useSavePage } from "@/queries/subscribing";

type Save = ReturnType<typeof useSavePage>;

export function SharePage() {
  const say = useMessages("share");
  const search = useSearch({ strict: false }) as Record<string, unknown>;
  const shared = readShared(search);
  const save = useSavePage();
  useCaughtFocus(save.status);
  return (
    <Page title={say("title")}>
      {save.data ? (
        <Saved page={save.data} onAgain={() => save.reset()} />
      ) : (
        <>
          <p className="mb-5 max-w-prose text-soft">{say("text")}</p>
          <ShareForm key={shared.url} shared={shared} save={save} />
        </>
      )}
    </Page>
  );
}

function ShareForm({ shared, save }: { shared: ReturnType<typeof readShared>; save: Save }) {
  const say = useMessages("share");
  const errorText = useErrorText();
  const [typed, setTyped] = useState(shared.url);
  const [isStarred, setStarred] = useState(false);
  const [isWrong, setWrong] = useState(false);
  const send = (event: FormEvent) => {
    event.preventDefault();
    const url = typedAddress(typed);
    setWrong(url === "");
    const title = url === shared.url && shared.title ? { title: shared.title } : {};
    if (url) save.mutate({ url, starred: isStarred, ...title });
  };
  return (
    <form onSubmit={send} noValidate className="flex flex-col gap-4">
      {shared.title && (
        <p dir="auto" className="font-medium">
          {shared.title}
        </p>
      )}
      <TextField
        label={say("address")}
        type="url"
        dir="ltr"
        spellCheck={false}
        autoFocus={shared.url === ""}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        error={isWrong ? say("notAnAddress") : save.error ? errorText(save.error) : undefined}
      />
      <Checkbox label={say("starIt")} checked={isStarred} onChange={setStarred} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="primary" busy={save.isPending}>
          {say("save")}
        </Button>
        <Link
          to="/subscribe"
          search={{ url: typedAddress(typed) }}
          className={buttonClasses("secondary")}
        >
          {say("subscribe")}
        </Link>
      </div>
    </form>
  );
}

function Saved({ page, onAgain }: { page: NonNullable<Save["data"]>; onAgain: () => void }) {
  const say = useMessages("share");
  return (
    <div role="status" className="flex flex-col items-start gap-4">
      <p dir="auto" className="text-lg font-medium">
        {say("savedTitle", { title: page.title || page.url })}
      </p>
      {page.problem && (
        <p className="text-sm text-soft">
          {say("withoutText", { reason: page.problem.reason })}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Link
          to="/entry/$id"
          params={{ id: String(page.entry_id) }}
          className={buttonClasses("primary")}
        >
          {say("read")}
        </Link>
        <Button onClick={onAgain}>{say("saveAnother")}</Button>
      </div>
    </div>
  );
}
