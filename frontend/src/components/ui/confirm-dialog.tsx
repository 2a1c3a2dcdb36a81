import { useRef } from "react";
import { useMessages } from "@/lib/i18n";
import { useQuestion } from "@/state/confirm";
import { Button } from "./button";
import { Dialog } from "./dialog";

/** Stands once in the app and asks whatever `confirm()` wants to know. */
export function ConfirmDialog() {
  const say = useMessages("ui");
  const question = useQuestion();
  const cancel = useRef<HTMLButtonElement>(null);
  const act = useRef<HTMLButtonElement>(null);
  if (question === null) return null;
  const { title, text, action, danger, answer } = question;
  const footer = (
    <>
      <Button ref={cancel} onClick={() => answer(false)}>
        {say("cancel")}
      </Button>
      <Button ref={act} look={danger ? "danger" : "primary"} onClick={() => answer(true)}>
        {action}
      </Button>
    </>
  );
  return (
    <Dialog
      open
      size="small"
      title={title}
      description={text}
      onClose={() => answer(false)}
      footer={footer}
      // Enter does what was asked for, unless that cannot be undone.
      initialFocus={danger ? cancel : act}
    />
  );
}
