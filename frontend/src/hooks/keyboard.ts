// Listens to the keys of the whole page and runs the shortcuts that they mean.
import { useEffect, useMemo } from "react";
import {
  type Action,
  type Bindings,
  bindingsOf,
  isRepeated,
  keymapOf,
  keyName,
  press,
} from "@/lib/keymap";
import { usePreferences } from "@/queries/preferences";
import { isAsking } from "@/state/confirm";
import { listenToKeys } from "./early-keys";
import { runAction } from "./shortcuts";

const SEQUENCE_TIME = 1_500;
const KEYS_OF_CONTROLS = ["Enter", "Space", "Shift+Space", "ArrowDown", "ArrowUp"];
const CONTROLS = "button, summary, select, video, audio, [role='slider'], hr[tabindex]";

/** Listens to the keys of the whole page; used once, by the shell. */
export function useKeyboard(): void {
  const { shortcutsOn, keymap } = usePreferences();
  const own = JSON.stringify(keymap);
  const bindings = useMemo(() => bindingsOf(keymapOf(JSON.parse(own))), [own]);
  useEffect(() => {
    const listener = createListener(bindings, shortcutsOn, runAction);
    return listenToKeys(window, listener);
  }, [bindings, shortcutsOn]);
}

type Run = typeof runAction;

/** Exported for its test. */
export function createListener(bindings: Bindings, areSingleKeysOn: boolean, run: Run) {
  let pending = "";
  let pendingSince = 0;
  return (event: KeyboardEvent) => {
    const name = keyName(event);
    if (name === null || event.defaultPrevented || event.isComposing) return;
    if (isAsking()) return keepFromBrowser(name, bindings, event);
    if (!isMeantForUs(name, event.target, areSingleKeysOn)) return;
    const isLate = performance.now() - pendingSince > SEQUENCE_TIME;
    const pressed = press(bindings, isLate ? "" : pending, name);
    pending = pressed.pending;
    pendingSince = performance.now();
    if (pressed.action && isDone(pressed.action, event, run)) event.preventDefault();
  };
}

/** While a question is on screen: the browser has meanings of its own for some of our keys, and
 * would take the focus away. */
function keepFromBrowser(name: string, bindings: Bindings, event: KeyboardEvent): void {
  if (name.startsWith("Mod+") && bindings.has(name)) event.preventDefault();
}

/** A key that is held in vain is not left to the browser either. */
function isDone(action: Action, event: KeyboardEvent, run: Run): boolean {
  return (event.repeat && !isRepeated(action)) || run(action, event);
}

function isMeantForUs(name: string, target: EventTarget | null, areSingleKeysOn: boolean) {
  // Single letters can be switched off for those who dictate or press keys by accident.
  if (name.startsWith("Mod+")) return true;
  if (!areSingleKeysOn || !(target instanceof HTMLElement)) return areSingleKeysOn;
  if (isTextField(target)) return false;
  if (target.closest('[role="dialog"], [role="alertdialog"], [role="menu"], dialog')) {
    return false;
  }
  const isControl = target.closest(CONTROLS);
  return !(isControl && KEYS_OF_CONTROLS.includes(name));
}

const NOT_TYPED = ["checkbox", "radio", "range", "button", "submit", "reset", "file", "color"];

function isTextField(element: HTMLElement): boolean {
  if (element instanceof HTMLInputElement) return !NOT_TYPED.includes(element.type);
  return (
    element instanceof HTMLTextAreaElement ||
    element instanceof HTMLSelectElement ||
    element.isContentEditable
  );
}
