import { Link } from "react-router-dom";
import type { Tunnel } from "#contract/tunnel.ts";
import { GUARDS, isOnAt } from "#modules/lint/guards.ts";
import type { EdgeRow } from "#resources/edge-discovery.ts";
import { edgeUsers } from "#resources/edge-users.ts";
import { useKnownEdges } from "#resources/edges.ts";
import { EDGE_PROTOCOLS } from "#resources/edge-names.ts";
import { onlyConnections } from "#resources/only-connections.ts";
import { href } from "#resources/paths.ts";
import { kindOf } from "#resources/ref-target.ts";
import { backendsOf, labelText } from "#resources/tunnel-names.ts";
import { Button } from "#ui/button.tsx";

type NextStep = { to: string; label: string; why: string; order?: readonly string[] };

/** What to do next with an agent that is online, from what serves its tunnels already. Import lazily. */
export function NextSteps({ own, onDone }: { own: readonly Tunnel[]; onDone: () => void }) {
  const { edges = [], isPending } = useKnownEdges();
  const what = onlyConnections(own, edges) ? "connections" : "requests";
  const steps = [
    { to: href.traffic(), label: `See ${what}`, why: "Watch them live." },
    ...(isPending ? [] : edgeSteps(own, edges)),
    { to: href.keyNew(), label: "Create a key", why: "Automate with CI and scripts." },
  ];
  return (
    <section aria-label="Next steps" className="grid gap-2 pt-2">
      <strong>Next steps</strong>
      <ul className="grid gap-1">
        {steps.map(({ to, label, why, order }: NextStep) => (
          <li key={to}>
            <Link to={to} className="link">
              {label}
            </Link>
            <span className="block text-content-muted">{why}</span>
            {order ? (
              <ol className="list-decimal pl-5 text-content-muted">
                {order.map((one) => (
                  <li key={one}>{one}</li>
                ))}
              </ol>
            ) : null}
          </li>
        ))}
      </ul>
      <div>
        <Button variant="primary" onClick={onDone}>
          Show sessions
        </Button>
      </div>
    </section>
  );
}

/** How to restrict access: for a tunnel that no edge sends to through a new one, else at the first of those without a module that does. */
function edgeSteps(own: readonly Tunnel[], edges: readonly EdgeRow[]): NextStep[] {
  const usersOf = (tunnel: Tunnel) =>
    backendsOf(tunnel).flatMap(({ id }) => edgeUsers({ kind: "backend", id }, edges));
  const isGuarded = (id: string) =>
    edges.some((edge) => {
      const owner = [edge, ...(edge.routes ?? [])].find((one) => one.id === id);
      return owner && GUARDS.some((kind) => isOnAt(owner, kind) || isOnAt(edge, kind));
    });
  const unserved = own.find((tunnel) => usersOf(tunnel).length === 0);
  const open = own.flatMap(usersOf).find(({ id }) => !isGuarded(id));
  return [
    ...(unserved ? [newEdge(unserved)] : []),
    ...(open?.to
      ? [
          {
            to: open.to,
            label: "Restrict access",
            why: `Add ${guardWords(kindOf(open.id) === "route")} to ${open.name}.`,
          },
        ]
      : []),
  ];
}

/** Only routes have logins. */
const guardWords = (isRoute: boolean) => (isRoute ? "a login or an IP restriction" : "an IP restriction");

/** A new edge in front of a tunnel. One without labels serves no backend until its agent is started anew. */
function newEdge({ proto, labels }: Tunnel): NextStep {
  const protocol = EDGE_PROTOCOLS.find((one) => one === proto) ?? "https";
  const isRoute = protocol === "https";
  const text = labelText(labels);
  const what = `a backend${text === "" ? "" : ` for ${text}`}`;
  const guard = guardWords(isRoute);
  return {
    to: href.edgeNew(protocol),
    label: "Restrict access with an edge",
    why: "It also gives you a stable address.",
    order: [
      "Create the edge with your address",
      isRoute ? `Create a route with ${what} and ${guard}` : `Add ${what} and ${guard}`,
      ...(text === "" ? ["Restart the agent with the labels of the backend. Its own URL goes offline"] : []),
    ],
  };
}
