import { useEffect, useEffectEvent, useState } from "react";

/** A read takes less; one that fails is not waited for without end. */
const PATIENCE_MS = 5000;

/** Acts once what its question needs is known, after a while also without: `act` asks then what could not be checked. */
export function useOnceKnown(known: boolean, act: () => void) {
  const [waiting, setWaiting] = useState(false);
  const go = useEffectEvent(() => {
    setWaiting(false);
    act();
  });
  useEffect(() => {
    if (!waiting) return undefined;
    const timer = setTimeout(() => go(), known ? 0 : PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [waiting, known]);
  const wait = () => setWaiting(true);
  return { waiting, wait, start: () => (known ? act() : wait()) };
}

type Asked<V, Q> = { value: V; answer: (question: Q | null) => void };

/** Answers what to ask of a value once all is read that it says (`isUnread`), after a while also without; null = nothing. */
export function useAskOnceRead<V, Q extends { isUnread: boolean }>(questionFor: (value: V) => Q | null) {
  const [unread, setUnread] = useState<Asked<V, Q> | null>(null);
  const { wait } = useOnceKnown(!(unread && questionFor(unread.value)?.isUnread), () =>
    unread?.answer(questionFor(unread.value)),
  );
  return (value: V) => {
    const question = questionFor(value);
    if (!question?.isUnread) return question;
    return new Promise<Q | null>((answer) => {
      setUnread({ value, answer });
      wait();
    });
  };
}

/** Whether what a question says is known; false while it is worth waiting for, "late" once it is not. */
export function useKnown(known: boolean): boolean | "late" {
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (known) return undefined;
    const timer = setTimeout(() => setLate(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [known]);
  return known || (late && "late");
}
