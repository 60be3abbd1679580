import { createContext, use, useEffect, type RefObject } from "react";

/** What stands in the boxes of a form and is no value of it, by the field's name: why it can't be one. */
export type UnreadTexts = Map<string, string>;

/** Given by the form around the fields: a save stops at every text that is told here. */
export const Unread = createContext<RefObject<UnreadTexts> | null>(null);

/** Tells the form that a box of a field holds a text that is no value yet; `why` null = it holds none. */
export function useUnread(name: string, why: string | null): void {
  const texts = use(Unread)?.current;
  useEffect(() => {
    if (!texts || why === null) return undefined;
    texts.set(name, why);
    return () => void texts.delete(name);
  }, [texts, name, why]);
}
