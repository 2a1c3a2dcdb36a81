import { Link } from "@tanstack/react-router";
import { buttonClasses } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { useMessages } from "@/lib/i18n";
import { ACTION_GROUPS, type Action, keymapOf } from "@/lib/keymap";
import { usePreferences } from "@/queries/preferences";
import { KeyCaps } from "./key-caps";

/** The reader's own shortcuts at a glance. */
export function Help({ onClose }: { onClose: () => void }) {
  const say = useMessages("keyboard");
  const { shortcutsOn } = usePreferences();
  const footer = (
    <Link to="/settings/keyboard" onClick={onClose} className={buttonClasses("secondary")}>
      {say("change")}
    </Link>
  );
  return (
    <Dialog
      open
      size="large"
      title={say("title")}
      description={shortcutsOn ? undefined : say("switchedOff")}
      onClose={onClose}
      footer={footer}
    >
      <div className="gap-x-10 sm:columns-2">
        {Object.entries(ACTION_GROUPS).map(([group, actions]) => (
          <section key={group} className="mb-5 break-inside-avoid">
            <h3 className="mb-1.5 text-sm font-semibold">
              {say(group as keyof typeof ACTION_GROUPS)}
            </h3>
            <HelpRows actions={actions} />
          </section>
        ))}
      </div>
    </Dialog>
  );
}

function HelpRows({ actions }: { actions: readonly Action[] }) {
  const say = useMessages("keyboard");
  const keymap = keymapOf(usePreferences().keymap);
  return (
    <dl>
      {actions
        .filter((action) => keymap[action] !== "")
        .map((action) => (
          <div key={action} className="flex items-start justify-between gap-4 py-1 text-sm">
            <dt>{say(action)}</dt>
            <dd className="shrink-0">
              <KeyCaps keys={keymap[action]} />
            </dd>
          </div>
        ))}
    </dl>
  );
}
