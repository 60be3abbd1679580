import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { isAbsent } from "#api/errors.ts";
import { ErrorNote } from "#components/error-note.tsx";
import type { Route } from "#contract/route.ts";
import type { LiveEdge, LiveStateReset } from "#contract/traffic/live-state.ts";
import { liveState } from "#resources/live-state.ts";
import { Button } from "#ui/button.tsx";
import { plural } from "#ui/format.ts";
import { lazyPart } from "#ui/lazy-export.ts";
import { Note } from "#ui/note.tsx";
import { Panel } from "#ui/panel.tsx";
import { SkeletonRows } from "#ui/skeleton.tsx";
import { LiveBreaker } from "./live-breaker.tsx";
import { LiveLimit } from "./live-limit.tsx";

const ResetDialog = lazyPart(() => import("./reset-dialog.tsx"), "ResetDialog");

type Module = LiveStateReset["module"];
type Props = {
  route: Route;
  /** As people call it: "api.example/v1/". */
  place: string;
};

/** What a route’s circuit breaker and rate limits are at; nothing where it has none, or the service does not say. */
export function LivePanel(props: Props) {
  return counts(props.route) ? <Live {...props} /> : null;
}

/** Whether something of it is on, as far as the route itself says. */
const counts = ({ circuit_breaker: breaker, policies }: Route): boolean =>
  breaker?.enabled === true ||
  (policies?.enabled === true && JSON.stringify(policies).includes('"type":"rate-limit"'));

function Live({ route, place }: Props) {
  const { id, edge_id: edgeId } = route;
  const query = useQuery(liveState(edgeId, id));
  const [resetting, setResetting] = useState<Module | null>(null);
  const edges = query.data?.edges;
  const breaks = edges?.some((edge) => edge.circuit_breaker) ?? false;
  const limits = edges?.some((edge) => edge.rate_limits.length > 0) ?? false;
  if (isAbsent(query.error) || (edges && !breaks && !limits)) return null;
  const silent = query.data?.silent ?? 0;
  return (
    <Panel title="Live state">
      <div className="grid gap-5 p-4">
        {edges?.map((edge, index) => (
          <EdgePart
            key={edge.id}
            edge={edge}
            of={edges.length + silent > 1 ? ` · edge ${index + 1} of ${edges.length + silent}` : ""}
          />
        ))}
        {silent > 0 ? (
          <Note tone="warn">
            {silent} {plural(silent, "edge")} did not answer
          </Note>
        ) : null}
        {query.error ? (
          <ErrorNote error={query.error} tried="load live state" onRetry={() => void query.refetch()} />
        ) : null}
        {edges ? (
          <div className="flex flex-wrap gap-2">
            {breaks ? (
              <Button size="sm" onClick={() => setResetting("circuit_breaker")}>
                Reset circuit breaker…
              </Button>
            ) : null}
            {limits ? (
              <Button size="sm" onClick={() => setResetting("policies")}>
                Reset rate limits…
              </Button>
            ) : null}
          </div>
        ) : query.error ? null : (
          <SkeletonRows rows={3} label="Loading live state" />
        )}
      </div>
      {resetting === null ? null : (
        <ResetDialog
          {...{ edgeId, place, module: resetting }}
          routeId={id}
          onClose={() => setResetting(null)}
        />
      )}
    </Panel>
  );
}

/** `of` = which edge, where there are several. */
function EdgePart({ edge, of }: { edge: LiveEdge; of: string }) {
  const { circuit_breaker: breaker, rate_limits: limits } = edge;
  return (
    <>
      {breaker ? (
        <div className="grid gap-2">
          <h3 className="text-sm">Circuit breaker{of}</h3>
          <LiveBreaker breaker={breaker} />
        </div>
      ) : null}
      {limits.length > 0 ? (
        <div className="grid gap-2">
          <h3 className="text-sm">
            {plural(limits.length, "Rate limit")}
            {of}
          </h3>
          {limits.map((limit, index) => (
            <LiveLimit key={index} limit={limit} />
          ))}
        </div>
      ) : null}
    </>
  );
}
