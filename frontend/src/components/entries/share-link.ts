// Handing something on: the system's own share sheet where there is one, else a copy.

export interface Shared {
  title: string;
  text?: string;
  url?: string;
}

export type ShareOutcome = "shared" | "copied" | "failed" | "given-up";

export async function share({ title, text, url }: Shared): Promise<ShareOutcome> {
  const data = { title, ...(text ? { text } : {}), ...(url ? { url } : {}) };
  if (navigator.canShare?.(data)) {
    try {
      await navigator.share(data);
      return "shared";
    } catch (error) {
      if (error instanceof DOMException && error.name === "AbortError") return "given-up";
    }
  }
  return copy([text, url].filter(Boolean).join("\n") || title);
}

export async function copy(text: string): Promise<ShareOutcome> {
  try {
    await navigator.clipboard.writeText(text);
    return "copied";
  } catch {
    return "failed";
  }
}
