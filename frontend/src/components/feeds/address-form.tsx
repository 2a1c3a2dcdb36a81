import { type FormEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { controlClasses, Field } from "@/components/ui/field";
import { useMessages } from "@/lib/i18n";
import { typedRequest } from "@/lib/shared-address";

interface AddressFormProps {
  /** What is being looked at. */
  url: string;
  isBusy: boolean;
  /** Something else may have the focus. */
  isQuiet?: boolean;
  onFind: (url: string) => void;
}

export function AddressForm({ url, isBusy, isQuiet = false, onFind }: AddressFormProps) {
  const say = useMessages("subscribe");
  const [typed, setTyped] = useState(url);
  const [isWrong, setWrong] = useState(false);
  const [shown, setShown] = useState(url);
  if (shown !== url) {
    // The address changed: by sending it, by a link, or by going back.
    setShown(url);
    setTyped(url);
    setWrong(false);
  }
  // While one address is looked at, another may be asked for: it could take half a minute.
  const isAsked = isBusy && typedRequest(typed) === url;
  const send = (event: FormEvent) => {
    event.preventDefault();
    const address = typedRequest(typed);
    setWrong(address === "");
    if (address) onFind(address);
  };
  return (
    <form onSubmit={send} noValidate>
      <Field
        label={say("what")}
        hint={say("whatHint")}
        error={isWrong ? say("nothingTyped") : undefined}
      >
        {({ id, describedBy }) => (
          // In one row, which makes them equally tall wherever the label ends.
          <div className="flex gap-2">
            <input
              id={id}
              aria-describedby={describedBy}
              aria-invalid={isWrong || undefined}
              placeholder={say("addressExample")}
              type="text"
              enterKeyHint="search"
              autoComplete="url"
              autoCapitalize="none"
              spellCheck={false}
              dir="auto"
              // biome-ignore lint/a11y/noAutofocus: the page is there to type an address
              autoFocus={url === "" && !isQuiet}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              className={`min-w-0 flex-1 ${controlClasses}`}
            />
            <Button type="submit" look="primary" busy={isAsked}>
              {say("find")}
            </Button>
          </div>
        )}
      </Field>
    </form>
  );
}
