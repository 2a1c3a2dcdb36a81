import { RotateCcw } from "lucide-react";
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { KeyCaps } from "@/components/keyboard/key-caps";
import { KeyRecorder } from "@/components/keyboard/key-recorder";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { Switch } from "@/components/ui/switch";
import { useCaughtFocus } from "@/hooks/use-caught-focus";
import { isMac, useKeyLabel } from "@/hooks/use-key-label";
import { useMessages } from "@/lib/i18n";
import {
  ACTION_GROUPS,
  type Action,
  alternatives,
  conflictOf,
  defaultKeys,
  keyCaps,
  keymapOf,
} from "@/lib/keymap";
import { useChangePreferences, usePreferences } from "@/queries/preferences";
import { confirm } from "@/state/confirm";
import { toast } from "@/state/toasts";

/** Which keys do what: every one can be changed, and all can be switched off. */
export function KeyboardPage() {
  const say = useMessages("keyboard");
  const keys = useKeyLabel();
  const { shortcutsOn, keymap } = usePreferences();
  const change = useChangePreferences();
  const hasOwn = Object.keys(keymap).length > 0;
  useCaughtFocus(String(hasOwn)); // the button for it goes away
  const resetAll = async () => {
    if (await confirm({ title: say("resetQuestion"), action: say("resetAll") })) {
      change.mutate({ keymap: {} });
    }
  };
  return (
    <div className="flex flex-col gap-8">
      <Switch
        label={say("on")}
        hint={say("onHint", { keys: keys("palette") })}
        checked={shortcutsOn}
        onChange={(isOn) => change.mutate({ shortcutsOn: isOn })}
      />
      {Object.entries(ACTION_GROUPS).map(([group, actions]) => (
        <section key={group}>
          <h2 className="mb-1 font-semibold">{say(group as keyof typeof ACTION_GROUPS)}</h2>
          <ul className="divide-y divide-line border-y border-line">
            {actions.map((action) => (
              <ShortcutRow key={action} action={action} />
            ))}
          </ul>
        </section>
      ))}
      {hasOwn && (
        <div>
          <Button onClick={() => void resetAll()}>{say("resetAll")}</Button>
        </div>
      )}
    </div>
  );
}

function ShortcutRow({ action }: { action: Action }) {
  const say = useMessages("keyboard");
  const { keymap: own } = usePreferences();
  const change = useChangePreferences();
  const [isRecording, setRecording] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const stop = () => {
    flushSync(() => setRecording(false));
    button.current?.focus();
  };
  const keys = keymapOf(own)[action];
  const isOwn = keys !== defaultKeys(action);
  const set = (next: string) => {
    const { [action]: _, ...rest } = own;
    const isDefault = next === defaultKeys(action);
    change.mutate({ keymap: isDefault ? rest : { ...rest, [action]: next } });
    stop();
  };
  const reset = () => {
    for (const one of alternatives(defaultKeys(action))) {
      const by = conflictOf(keymapOf(own), action, one);
      if (by === null) continue;
      const taken = { keys: keyCaps(one, isMac).join(" "), action: say(by) };
      toast({ text: say("conflict", taken), look: "danger" });
      return;
    }
    set(defaultKeys(action));
  };
  return (
    <li className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1 py-1.5 text-sm">
      <span className="min-w-40 flex-1">{say(action)}</span>
      {isRecording ? (
        <KeyRecorder
          action={action}
          onDone={set}
          onCancel={stop}
          onLeave={() => setRecording(false)}
        />
      ) : (
        <>
          <Button ref={button} look="quiet" onClick={() => setRecording(true)}>
            <span className="sr-only">{say("changeOf", { action: say(action) })}</span>
            <KeyCaps keys={keys} />
          </Button>
          <span className="w-8">
            {isOwn && (
              <IconButton
                icon={RotateCcw}
                label={say("resetOf", { action: say(action) })}
                onClick={reset}
              />
            )}
          </span>
        </>
      )}
    </li>
  );
}
