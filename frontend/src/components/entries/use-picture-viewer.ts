// What is to be enlarged: any picture of an entry, wherever it stands.
import { type RefObject, useEffect, useState } from "react";
import { largestSource } from "@/lib/pictures-above";

export interface LargePicture {
  src: string;
  alt: string;
  caption: string;
}

export interface OpenPictures {
  pictures: LargePicture[];
  at: number;
}

/** Return which pictures are open; opened by a click, Enter or the space bar. */
export function usePictureViewer(root: RefObject<HTMLElement | null>) {
  const [opened, setOpened] = useState<OpenPictures | null>(null);
  useEffect(() => {
    const element = root.current;
    const open = (event: Event) => {
      const control = (event.target as Element).closest<HTMLElement>("[data-enlarge]");
      if (!element || !control || event.defaultPrevented || !isMeant(event, control)) return;
      event.preventDefault();
      const all = [...element.querySelectorAll<HTMLElement>("[data-enlarge]")];
      setOpened({ pictures: all.map(describe), at: all.indexOf(control) });
    };
    element?.addEventListener("click", open);
    element?.addEventListener("keydown", open);
    return () => {
      element?.removeEventListener("click", open);
      element?.removeEventListener("keydown", open);
    };
  }, [root]);
  return { opened, close: () => setOpened(null) };
}

function isMeant(event: Event, control: HTMLElement): boolean {
  // Buttons and links make a click of it by themselves.
  if (event instanceof KeyboardEvent) {
    const isKey = event.key === "Enter" || event.key === " ";
    return isKey && control instanceof HTMLImageElement;
  }
  const { metaKey, ctrlKey, shiftKey } = event as MouseEvent;
  return !metaKey && !ctrlKey && !shiftKey;
}

function describe(control: HTMLElement): LargePicture {
  const found = control instanceof HTMLImageElement ? control : control.querySelector("img");
  const caption = control.closest("figure")?.querySelector("figcaption")?.textContent ?? "";
  const alt = found?.alt ?? "";
  return {
    src: largestSource(found?.currentSrc || found?.src || "", found?.srcset ?? ""),
    alt,
    caption: caption.trim() || found?.title || alt,
  };
}
