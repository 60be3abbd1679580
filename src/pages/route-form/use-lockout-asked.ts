import { useRef, useState } from "react";
import { own, type JsonObject } from "#forms/json.ts";
import { useOnceKnown } from "#modules/editor/use-once-known.ts";
import type { LintTarget } from "#modules/lint/facts.ts";
import { isLockoutKnown, isOnAt, lossBySave, type Loss } from "#modules/lint/guards.ts";
import { RESTRICTION } from "#modules/lint/open-restriction.ts";
import type { RouteValues } from "./route-draft.ts";

type Options = {
  /** The route as it is typed. */
  target: LintTarget;
  requestOf: (values: RouteValues) => JsonObject;
  /** Whether nobody gets in by a request. */
  isClosed: (request: JsonObject) => boolean;
  create: (values: RouteValues) => Promise<void>;
};

type Asked = { values: RouteValues; request: JsonObject; unchecked: boolean };

/** Asks before a new route locks its creator out, or where that could not be read. */
export function useLockoutAsked({ target, requestOf, isClosed, create }: Options) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const sent = useRef<RouteValues>(null);
  /** What a request locks its creator out of, null = nothing; undefined = not read yet. */
  const lockoutBy = (request: JsonObject): Loss | null | undefined => {
    // Where nobody gets in, nor does the operator.
    if (!isOnAt(request, RESTRICTION) || isClosed(request)) return null;
    if (!isLockoutKnown(target, RESTRICTION)) return undefined;
    const restriction = own(request, RESTRICTION) as JsonObject;
    const loss = lossBySave({ ...target, modules: request }, RESTRICTION, null, restriction);
    return loss?.own ? loss : null;
  };
  const { waiting, start } = useOnceKnown(lockoutBy(target.modules) !== undefined, () => {
    const values = sent.current;
    if (!values) return;
    // What was sent may be other than what is typed by now.
    const request = requestOf(values);
    const lockout = lockoutBy(request);
    if (lockout === null) void create(values);
    else setAsked({ values, request, unchecked: !lockout });
  });
  const loss = asked && lockoutBy(asked.request);
  return {
    /** A route waits for what its question needs. */
    waiting,
    createAsked: (values: RouteValues) => {
      sent.current = values;
      start();
    },
    /** What is asked about now; without a loss where it could not be checked. */
    question: asked &&
      (loss || asked.unchecked) && {
        match: String(asked.request["match"]),
        loss: loss ?? null,
        onClose: () => setAsked(null),
        onConfirm: () => void create(asked.values),
      },
  };
}
