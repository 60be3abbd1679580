import { useWrites } from "#resources/writes.ts";
import { routesOf } from "#resources/edges.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useNavigate } from "react-router-dom";
import { href } from "#resources/paths.ts";
import { ApiError, describeError } from "#api/errors.ts";
import { holdDrafts } from "#edges/drafts.ts";
import type { Route } from "#contract/route.ts";
import type { RouteCreate } from "#contract/route-request.ts";
import { showIssues } from "#forms/server-errors.ts";
import { useToast } from "#ui/toast.tsx";
import type { RouteValues } from "./route-draft.ts";
import type { NewRouteForm } from "./use-new-route.ts";

type Options = {
  edgeId: string;
  route: NewRouteForm;
  /** How many routes wait to be made after this one. */
  waiting: number;
  /** Whether this one waited. */
  isHeld: boolean;
  onNext: () => void;
};

/** Makes the route, then opens it or goes on with the next that waits. Offers to undo it. */
export function useCreateRoute({ edgeId, route, waiting, isHeld, onNext }: Options) {
  const client = useQueryClient();
  const writes = useWrites(routesOf(edgeId));
  const navigate = useNavigate();
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<unknown>(null);
  const done = useRef(false);

  const undo = async ({ id, match }: Route) => {
    try {
      await writes.remove(id);
      toast({ tone: "ok", text: `Undone: ${match} is deleted again.` });
    } catch (error) {
      toast({ tone: "bad", text: `Not undone. ${describeError(error, "").detail}` });
    }
  };

  const create = async (values: RouteValues) => {
    setBusy(true);
    setProblem(null);
    try {
      const made = await writes.create(route.requestOf(values) as RouteCreate);
      done.current = true;
      toast({
        tone: "ok",
        text: `Created ${made.match}.`,
        action: { label: "Undo", onSelect: () => void undo(made) },
      });
      if (waiting > 0) return onNext();
      if (isHeld) holdDrafts(client, edgeId, []);
      return void navigate(href.route(edgeId, made.id), { replace: true });
    } catch (error) {
      const issues = error instanceof ApiError ? error.issues : [];
      const rest = showIssues(route.form, issues, route.names);
      if (issues.length === 0 || rest.length > 0) setProblem(error);
      return undefined;
    } finally {
      setBusy(false);
    }
  };
  return { busy, done, problem, create };
}
