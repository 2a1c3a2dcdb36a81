// How large pictures turned out to be, so that their room is kept when they are shown again:
// the small one in a list is the large one of its entry.

const MOST = 500;
const sizes = new Map<string, { width: number; height: number }>();

export function rememberSize({ currentSrc, naturalWidth, naturalHeight }: HTMLImageElement) {
  if (naturalWidth === 0 || naturalHeight === 0) return;
  if (sizes.size >= MOST) sizes.delete(sizes.keys().next().value ?? "");
  sizes.set(currentSrc, { width: naturalWidth, height: naturalHeight });
}

export function sizeOf(src: string): { width: number; height: number } | undefined {
  return sizes.get(URL.canParse(src, location.href) ? new URL(src, location.href).href : src);
}
