import type { ReactNode } from "react";
import { kindOf } from "#resources/ref-target.ts";
import { RefLookup } from "./ref-link-lookup.tsx";

/** Words of the service, the ids in them as links by name: who has an address already. */
export function withLinks(words: string): ReactNode {
  return words
    .split(/\b([a-z]+_[0-9A-Za-z]+)/)
    .map((part, index) =>
      kindOf(part) === null ? part : <RefLookup key={index} reference={{ id: part }} withId={false} inText />,
    );
}
