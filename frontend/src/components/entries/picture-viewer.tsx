// The pictures of an entry, one at a time, as large as the screen. Loaded when first opened.
import { ChevronLeft, ChevronRight, X, ZoomIn, ZoomOut } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { IconButton } from "@/components/ui/icon-button";
import { useMessages } from "@/lib/i18n";
import { keyMeaning, panned, STEP, WHOLE, zoomed } from "@/lib/picture-view";
import { usePictureGestures } from "./use-picture-gestures";
import type { OpenPictures } from "./use-picture-viewer";

const MIDDLE = { x: 0, y: 0 };

export function PictureViewer({
  opened,
  onClose,
}: {
  opened: OpenPictures;
  onClose: () => void;
}) {
  const say = useMessages("entry");
  const sayUi = useMessages("ui");
  const dialog = useRef<HTMLDialogElement>(null);
  const stage = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState(opened.at);
  const [view, setView] = useState(WHOLE);
  const { pictures } = opened;
  const picture = pictures[at];
  useEffect(() => dialog.current?.showModal(), []);
  const go = (step: number) => {
    const to = Math.max(0, Math.min(pictures.length - 1, at + step));
    if (to === at) return;
    setAt(to);
    setView(WHOLE);
  };
  const close = () => dialog.current?.close();
  const zoom = (factor: number, around = MIDDLE) =>
    setView((before) => zoomed(before, factor, around));
  const pan = (x: number, y: number) => {
    const image = stage.current?.querySelector("img");
    if (!image || !stage.current) return;
    const shown = { width: image.clientWidth, height: image.clientHeight };
    const room = { width: stage.current.clientWidth, height: stage.current.clientHeight };
    setView((before) => panned(before, { x, y }, shown, room));
  };
  usePictureGestures(stage, { isWhole: view.scale === 1, zoom, pan, go, close });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const command = keyMeaning(event.key, view.scale === 1);
    if (command === null) return;
    event.preventDefault();
    if (command.do === "go") go(command.step);
    else if (command.do === "zoom") zoom(command.factor);
    else pan(command.x, command.y);
  };
  if (!picture) return null;
  return (
    <dialog
      ref={dialog}
      aria-label={say("pictures")}
      onClose={onClose}
      onKeyDown={onKeyDown}
      className="picture-viewer"
    >
      <div className="flex items-center gap-1 px-2 py-1">
        <p role="status" className="me-auto ps-2 text-sm text-soft">
          {say("pictureOf", { number: at + 1, all: pictures.length })}
        </p>
        <IconButton icon={ZoomOut} label={say("zoomOut")} onClick={() => zoom(1 / STEP)} />
        <IconButton icon={ZoomIn} label={say("zoomIn")} onClick={() => zoom(STEP)} />
        <IconButton icon={X} label={sayUi("close")} onClick={close} />
      </div>
      <div ref={stage} className="picture-stage" data-zoomed={view.scale > 1}>
        <img
          key={picture.src}
          src={picture.src}
          alt={picture.alt}
          draggable={false}
          style={{
            transform: `translate(${view.x}px, ${view.y}px) scale(${view.scale})`,
          }}
        />
      </div>
      <div className="flex min-h-13 items-center gap-2 px-2 py-1">
        {pictures.length > 1 && (
          <IconButton
            icon={ChevronLeft}
            label={say("previousPicture")}
            disabled={at === 0}
            onClick={() => go(-1)}
          />
        )}
        <p
          dir="auto"
          className="max-h-24 min-w-0 flex-1 overflow-y-auto px-2 text-center text-sm wrap-anywhere"
        >
          {picture.caption}
        </p>
        {pictures.length > 1 && (
          <IconButton
            icon={ChevronRight}
            label={say("nextPicture")}
            disabled={at === pictures.length - 1}
            onClick={() => go(1)}
          />
        )}
      </div>
    </dialog>
  );
}
