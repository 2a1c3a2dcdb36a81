import { type FormEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { useMessages } from "@/lib/i18n";
import { typedAddress } from "@/lib/shared-address";

interface AddressFormProps {
  /** What is being looked at. */
  url: string;
  isBusy: boolean;
  onFind: (url: string) => void;
}

export function AddressForm({ url, isBusy, onFind }: AddressFormProps) {
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
  const send = (event: FormEvent) => {
    event.preventDefault();
    const address = typedAddress(typed);
    setWrong(address === "");
    if (address) onFind(address);
  };
  return (
    <form onSubmit={send} noValidate className="flex items-start gap-2">
      <div className="min-w-0 flex-1">
        <TextField
          label={say("address")}
          hint={say("addressHint")}
          error={isWrong ? say("notAnAddress") : undefined}
          placeholder={say("addressExample")}
          type="url"
          inputMode="url"
          autoComplete="url"
          autoCapitalize="none"
          spellCheck={false}
          dir="ltr"
          autoFocus={url === ""}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </div>
      <Button type="submit" look="primary" busy={isBusy} className="mt-6 min-h-9.5">
        {say("find")}
      </Button>
    </form>
  );
}
