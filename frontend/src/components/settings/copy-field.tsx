import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { useMessages } from "@/lib/i18n";

const SHOWN = 2_000;

/** Text that is to be taken elsewhere: an address, a secret. Selected whole when touched. */
export function CopyField({ label, value }: { label: string; value: string }) {
  const say = useMessages("ui");
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), SHOWN);
    return () => clearTimeout(timer);
  }, [isCopied]);
  // Browsers allow it on secure addresses only; the text can be selected on all.
  const copy = () => void navigator.clipboard?.writeText(value).then(() => setCopied(true));
  return (
    <Field label={label}>
      {({ id }) => (
        <div className="flex gap-2">
          <input
            id={id}
            readOnly
            value={value}
            onFocus={(event) => event.target.select()}
            className="target min-w-0 flex-1 rounded-md border border-edge bg-side px-3 py-1.5 font-mono text-sm"
          />
          {"clipboard" in navigator && (
            <Button
              onClick={copy}
              aria-label={isCopied ? undefined : say("copyNamed", { name: label })}
            >
              {isCopied ? (
                <Check aria-hidden="true" className="size-4 text-good" />
              ) : (
                <Copy aria-hidden="true" className="size-4" />
              )}
              <span aria-live="polite">{isCopied ? say("copied") : say("copy")}</span>
            </Button>
          )}
        </div>
      )}
    </Field>
  );
}
