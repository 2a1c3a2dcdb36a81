import { expect, test } from "vitest";
import { toast, undoLast } from "@/state/toasts";

test("what was done last is undone first, and each thing once", () => {
  const undone: string[] = [];
  const offer = (name: string) =>
    toast({ text: name, action: { label: "Undo", onClick: () => undone.push(name) } });
  expect(undoLast()).toBe(false);
  offer("first");
  offer("second");
  toast({ text: "nothing to undo" });
  expect(undoLast()).toBe(true);
  expect(undoLast()).toBe(true);
  expect(undoLast()).toBe(false);
  expect(undone).toEqual(["second", "first"]);
});
