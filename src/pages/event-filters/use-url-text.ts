import { useCallback, useEffect, useRef, useState } from "react";
import { useSearchParams } from "react-router-dom";

/** Between the last key and the URL that has what was typed, in milliseconds. */
const QUIET_MS = 400;

/**
 * A text that the URL has once nothing was typed for a while: no key waits for the router, and none is lost to it. A link or
 * going back replaces the text.
 */
export function useUrlText(name: string): [text: string, set: (text: string) => void] {
  const [params, setParams] = useSearchParams();
  const own = params.get(name) ?? "";
  const [text, setText] = useState(own);
  const written = useRef(own);
  useEffect(() => {
    if (own === written.current) return;
    written.current = own;
    setText(own);
  }, [own]);
  useEffect(() => {
    if (text === written.current) return undefined;
    const timer = setTimeout(() => {
      written.current = text;
      setParams(
        (before) => {
          const next = new URLSearchParams(before);
          if (text === "") next.delete(name);
          else next.set(name, text);
          return next;
        },
        { replace: true },
      );
    }, QUIET_MS);
    return () => clearTimeout(timer);
  }, [name, text, setParams]);
  return [text, useCallback((next: string) => setText(next), [])];
}
