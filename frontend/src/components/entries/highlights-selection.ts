import { useCallback, useEffect, useState } from "react";
import type { Passage } from "@/lib/passages";
import { selectedPassage } from "./highlights-dom";

const PAUSE = 250;

export interface SelectedPassage {
  passage: Passage;
  range: Range;
}

/** The passage that is selected in `root`, once the hand rests; and how to let go of it. */
export function useSelectedPassage(
  root: HTMLElement | null,
): [SelectedPassage | null, () => void] {
  const [selected, setSelected] = useState<SelectedPassage | null>(null);
  useEffect(() => {
    if (!root) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isDown = false;
    const look = () => {
      clearTimeout(timer);
      // Gone at once when nothing is selected; there only when the pointer is up again.
      if (document.getSelection()?.isCollapsed) setSelected(null);
      else if (!isDown) timer = setTimeout(() => setSelected(selectedPassage(root)), PAUSE);
    };
    const down = () => {
      isDown = true;
    };
    const up = () => {
      isDown = false;
      look();
    };
    document.addEventListener("selectionchange", look);
    root.addEventListener("pointerdown", down);
    document.addEventListener("pointerup", up);
    document.addEventListener("pointercancel", up);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("selectionchange", look);
      root.removeEventListener("pointerdown", down);
      document.removeEventListener("pointerup", up);
      document.removeEventListener("pointercancel", up);
    };
  }, [root]);
  const clear = useCallback(() => {
    document.getSelection()?.removeAllRanges();
    setSelected(null);
  }, []);
  return [selected, clear];
}
