import { useState } from "react";
import type { LintTarget } from "../lint/facts.ts";
import { hasAddresses, mayLose } from "../lint/guards.ts";
import { useOnceKnown } from "./use-once-known.ts";

type Options = {
  kind: string;
  /** It is on: the turn is off. */
  on: boolean | null;
  target: LintTarget | undefined;
  /** What is known of the turn is asked about. */
  asks: boolean;
  /** All is read that tells what turning it on does. */
  isKnown: boolean;
  turn: () => unknown;
};

/** Turns a module on or off once what that does is known, or asks: of what is known, or that it could not be checked. */
export function useTurnAsked({ kind, on, target, asks, isKnown, turn }: Options) {
  const [asking, setAsking] = useState<"told" | "unchecked" | null>(null);
  const known = on ? !mayLose(kind) || hasAddresses(target) : isKnown;
  const { waiting, start } = useOnceKnown(known, () =>
    asks || !known ? setAsking(asks ? "told" : "unchecked") : void turn(),
  );
  return { asking, waiting, start, close: () => setAsking(null) };
}
