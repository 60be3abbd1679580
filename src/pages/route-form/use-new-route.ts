import { useState } from "react";
import { useWatch } from "react-hook-form";
import { useIssueForm } from "#forms/use-issue-form.ts";
import { sameJson } from "#forms/json.ts";
import {
  draftOf,
  formOfModule,
  NO_ROUTE,
  ROUTE_TEXTS,
  type NewRoute,
  type RouteValues,
} from "./route-draft.ts";

type Parts = Omit<NewRoute, "values">;

/** The form of a new route: its texts and any modules, as one draft. */
export function useNewRoute(start: NewRoute = NO_ROUTE) {
  const [parts, setParts] = useState<Parts>(start);
  const names = [...ROUTE_TEXTS, ...parts.kinds];
  const form = useIssueForm<RouteValues>(
    start.values,
    (values) => draftOf({ ...parts, values }).issues,
    names,
  );
  const values = useWatch({ control: form.control }) as RouteValues;
  const now = (): NewRoute => ({ ...parts, values: form.getValues() });

  /** Goes on with another state of the draft. What differs from what it was filled with is marked as typed. */
  const fill = ({ values: next, ...rest }: NewRoute) => {
    setParts(rest);
    form.reset(rest.filled);
    form.reset(next, { keepDefaultValues: true });
  };

  return {
    form,
    names,
    kinds: parts.kinds,
    ...draftOf({ ...parts, values }),
    requestOf: (sent: RouteValues) => draftOf({ ...parts, values: sent }).request,
    now,
    fill,
    /** Adds a module; one that was taken out comes back as it was. */
    add: (kind: string) => {
      const before = now();
      const kept = before.values[kind];
      const fresh = formOfModule(kind);
      fill({
        ...before,
        values: { ...before.values, [kind]: kept ?? fresh },
        filled: { ...before.filled, [kind]: before.filled[kind] ?? fresh },
        kinds: [...before.kinds.filter((one) => one !== kind), kind],
      });
    },
    /** Takes a module out; what was typed in it is kept for the way back. */
    takeOut: (kind: string) => {
      const before = now();
      fill({ ...before, kinds: before.kinds.filter((one) => one !== kind) });
    },
    /** Whether it differs from what it started from, and from an empty form: a route that is restored does before anything is typed. */
    isDirty: () => !sameJson(draftOf(now()).request, draftOf(start).request),
    isFilled: () => !sameJson(draftOf(now()).request, draftOf(NO_ROUTE).request),
  };
}

export type NewRouteForm = ReturnType<typeof useNewRoute>;
