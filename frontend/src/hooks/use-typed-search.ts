import { useEffect, useRef, useState } from "react";
import { TypedSearch } from "@/lib/typed-search";

/** The text of a search field, which is searched for while it is typed. */
export function useTypedSearch(q: string, go: (query: string, replace: boolean) => void) {
  const [text, setText] = useState(q);
  const [shown, setShown] = useState(q);
  const [sent, setSent] = useState(q);
  if (shown !== q) {
    setShown(q);
    // The address changed by itself: by a link, or by going back.
    if (q !== sent) setText(q);
    setSent(q);
  }
  const latest = useRef(go);
  useEffect(() => {
    latest.current = go;
  });
  const [typing] = useState(
    () =>
      new TypedSearch((query) => {
        setSent(query);
        latest.current(query, true);
      }),
  );
  useEffect(() => () => typing.stop(), [typing]);
  return {
    text,
    setText,
    /** Sets the text, and searches for it once it rests. */
    typed: (next: string) => {
      setText(next);
      typing.type(next);
    },
    /** Searches for it now. */
    send: () => {
      typing.stop();
      setSent(text.trim());
      go(text.trim(), text.trim() === q);
    },
  };
}
