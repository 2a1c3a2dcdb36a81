import { Upload } from "lucide-react";
import { type DragEvent, type ReactNode, useRef, useState } from "react";
import { Button } from "@/components/ui/button";

interface FileDropProps {
  text: string;
  button: string;
  accept: string;
  isBusy: boolean;
  onFile: (file: File) => void;
  children?: ReactNode;
}

/** A place to drop a file on; the button does the same. */
export function FileDrop({ text, button, accept, isBusy, onFile, children }: FileDropProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const file = event.dataTransfer.files[0];
    if (file && !isBusy) onFile(file);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same
    <div
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className="rounded-lg border border-dashed border-edge px-5 py-5 data-over:border-accent data-over:bg-selected"
    >
      <div className="flex flex-wrap items-center gap-3">
        <Upload aria-hidden="true" className="size-5 shrink-0 text-soft" strokeWidth={1.5} />
        {/* A finger drops nothing. */}
        <span className="text-sm text-soft pointer-coarse:hidden">{text}</span>
        <Button busy={isBusy} onClick={() => input.current?.click()}>
          {button}
        </Button>
        <input
          ref={input}
          type="file"
          accept={accept}
          tabIndex={-1}
          aria-hidden="true"
          className="sr-only"
          onChange={(event) => {
            const file = event.target.files?.[0];
            if (file) onFile(file);
            // The same file may be chosen again after it was mended.
            event.target.value = "";
          }}
        />
      </div>
      {children}
    </div>
  );
}
