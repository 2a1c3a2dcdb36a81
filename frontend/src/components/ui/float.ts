// Where a floating element appears beside its anchor, in pixels of the window. Pure.

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

interface Size {
  width: number;
  height: number;
}

const GAP = 4;
const MARGIN = 8;

/** Below the anchor, or above it where there is more room; never outside the window. */
export function placeBeside(
  anchor: Box,
  size: Size,
  window: Size,
  align: "start" | "center" | "end",
): { left: number; top: number } {
  const below = anchor.bottom + GAP;
  const above = anchor.top - GAP - size.height;
  const fitsBelow = below + size.height <= window.height - MARGIN;
  const left = {
    start: anchor.left,
    center: (anchor.left + anchor.right - size.width) / 2,
    end: anchor.right - size.width,
  }[align];
  return {
    left: within(left, window.width - size.width - MARGIN),
    top: within(
      fitsBelow || above < MARGIN ? below : above,
      window.height - size.height - MARGIN,
    ),
  };
}

function within(value: number, most: number): number {
  return Math.max(MARGIN, Math.min(value, most));
}

/** Put a shown element beside its anchor. */
export function moveBeside(
  element: HTMLElement,
  anchor: Box,
  align: "start" | "center" | "end",
): void {
  const isMirrored = document.documentElement.dir === "rtl";
  const mirrored = { start: "end", center: "center", end: "start" } as const;
  const room = { width: innerWidth, height: innerHeight };
  const size = { width: element.offsetWidth, height: element.offsetHeight };
  const place = placeBeside(anchor, size, room, isMirrored ? mirrored[align] : align);
  element.style.left = `${place.left}px`;
  element.style.top = `${place.top}px`;
}
