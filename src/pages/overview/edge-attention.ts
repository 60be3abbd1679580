import type { TunnelGroupBackend } from "#contract/backend.ts";
import type { Route } from "#contract/route.ts";
import type { TunnelSession } from "#contract/tunnel-session.ts";
import type { EdgeRow } from "#resources/edge-discovery.ts";
import { edgeName, isUnnamed, routePlace } from "#resources/edge-names.ts";
import {
  backendRef,
  EDGE_HEALTH,
  isBroken,
  isClosedPort,
  isUnapplied,
  leadOf,
  leadWords,
  wayOfEdge,
  wayWords,
  type Lead,
  type Serving,
} from "#resources/edge-way.ts";
import { groupBy } from "#resources/group-by.ts";
import { href } from "#resources/paths.ts";
import { refHref } from "#resources/ref-target.ts";
import { sessionName } from "#resources/session-name.ts";
import type { FleetAction } from "#fleet/action.ts";
import type { Departure } from "#fleet/departures.ts";
import { failingBehind } from "#fleet/failing-apps.ts";
import { servedWords } from "#fleet/last-server.tsx";
import { startWords } from "#resources/start-words.ts";
import { counted, plural, shortenId } from "#ui/format.ts";
import type { Attention } from "./agent-attention.ts";
import { folded, listed } from "./folded.ts";
import { lintAttention, type Linted } from "./lint-attention.ts";

export type Edges = {
  edges: readonly EdgeRow[];
  serving: Serving;
  /** The backends that edges may send to, by id. */
  backends: ReadonlyMap<string, TunnelGroupBackend>;
  /** Whose apps fail is told by their names. */
  sessions?: readonly TunnelSession[];
  /** What left, and what was told to. */
  left?: readonly Departure[];
  actions?: readonly FleetAction[];
};

/** Why requests to an edge fail: to all of it, else to these of its routes. */
type Failure = { lead: Lead; routes: readonly Route[]; all: boolean };
/** An edge with what fails there, by turn. */
type Failing = { edge: EdgeRow; causes: readonly [Failure, ...Failure[]] };

/** The list of those edges. */
const edgesThatAre = (...tones: (keyof typeof EDGE_HEALTH)[]) =>
  href.edges(`?${new URLSearchParams(tones.map((tone) => ["status", EDGE_HEALTH[tone] ?? ""]))}`);

/** The lines that come of edges and what their modules name, and who lacks an agent. */
export const edgeAttention = (of: Edges & Linted) => ({
  failing: edgesThatFail(of),
  dark: darkPlaces(of),
  ...lintAttention(of),
  withoutAddress: edgesWithoutAddress(of),
});

/** What fails, a line for each cause: first what served before or still serves in part, then what was never finished, then what the service’s edge closes. */
export function edgesThatFail(of: Edges): Attention[] {
  const failing = of.edges.flatMap((edge) => failingOf(edge, of.serving)).toSorted(byFirst);
  const lines = failing.map((one) => linesOf(one, of));
  return folded(lines, ({ length }) => [
    {
      key: "edges",
      tone: "bad",
      what: `Requests fail on ${counted(length, "more edge")}`,
      why: `${listed(failing.slice(-length).map(nameOf))}.`,
      fix: { label: "Show edges", to: edgesThatAre("bad", "warn") },
    },
  ]).flat();
}

function failingOf(edge: EdgeRow, serving: Serving): Failing[] {
  const way = wayOfEdge(edge, serving);
  if (!isBroken(way.lead) || way.lead === "no address") return [];
  // Ports are said once, by themselves.
  if (isClosedPort(way.lead) && serving.ports?.closed.length) return [];
  const byLead = groupBy(way.broken, (route) => leadOf(route, serving, edge));
  const [first = { lead: way.lead, routes: [], all: true }, ...more] = [...byLead]
    .map(([lead, routes]): Failure => ({ lead, routes, all: routes.length === way.of }))
    .toSorted((a, b) => turnOf(a) - turnOf(b));
  return [{ edge, causes: [first, ...more] }];
}

const byFirst = (a: Failing, b: Failing) => turnOf(a.causes[0]) - turnOf(b.causes[0]);

const turnOf = ({ lead, all }: Failure) =>
  isUnapplied(lead) ? 2 : Number(all && (lead === "no route" || lead === "no backend"));

/** An edge as a line that is for several names it: by its URL that fails, where that is one. */
const nameOf = ({ edge, causes: [first, ...more] }: Failing) =>
  more.length === 0 ? placeOf(edge, first) : edgeName(edge);

/** Which URLs of an edge fail. */
const placeOf = (edge: EdgeRow, { routes: [route, ...more], all }: Failure) =>
  route && !all ? listed([routePlace(edge, route.match), ...more.map(({ match }) => match)]) : edgeName(edge);

function linesOf(
  { edge, causes }: Failing,
  { backends, serving, sessions = [], left = [], actions = [] }: Edges,
): Attention[] {
  const named = new Map(sessions.map((session) => [session.id, sessionName(session)]));
  const lines = causes.map((cause): Attention => {
    const { lead, routes } = cause;
    const traffic = routes.length === 0 ? "Connections" : "Requests";
    const { text, why } = leadWords(lead, traffic);
    const ids = lead === "no tunnel" ? backendIds(edge, routes) : [];
    const start = startWords(ids.flatMap((id) => backends.get(id) ?? []));
    const whose = failingBehind(routes[0] ?? edge, serving, (id) => named.get(id));
    const said = [
      whose && `${whose}.`,
      start === null ? why : `${traffic} fail. ${start}`,
      servedWords(ids, left, actions),
    ];
    return {
      key: `edge ${edge.id} ${routes[0]?.id}`,
      tone: "bad",
      what: `${placeOf(edge, cause)}: ${text}`,
      why: said.filter(Boolean).join(" "),
      fix: fixOf(edge, cause),
    };
  });
  return folded(lines, ({ length }) => {
    const routes = causes.slice(-length).flatMap((cause) => cause.routes);
    return {
      key: `edge ${edge.id}`,
      tone: "bad",
      what: `${edgeName(edge)}: ${counted(routes.length, "more route")} ${plural(routes.length, "fails", "fail")}`,
      why: `${listed(routes.map(({ match }) => match))}.`,
      fix: { label: "Show edge", to: refHref(edge) ?? href.edges() },
    };
  });
}

/** The backends behind what fails of an edge, each once. */
const backendIds = (edge: EdgeRow, routes: readonly Route[]): string[] => [
  ...new Set((routes.length > 0 ? routes : [edge]).flatMap((owner) => backendRef(owner)?.id ?? [])),
];

/** URLs of edges that no agent serves, with the backends that one would. */
const darkPlaces = ({ edges, serving }: Edges) =>
  edges.flatMap((edge) =>
    failingOf(edge, serving).flatMap(({ causes }) =>
      causes
        .filter(({ lead }) => lead === "no tunnel")
        .map((cause) => ({ place: placeOf(edge, cause), backends: backendIds(edge, cause.routes) })),
    ),
  );

/** Edges that nothing can arrive at. */
function edgesWithoutAddress({ edges, serving }: Edges): Attention[] {
  const lines = edges.flatMap((edge): Attention[] => {
    const way = wayOfEdge(edge, serving);
    if (way.lead !== "no address") return [];
    const { text, why } = wayWords(way);
    const name = edgeName(edge);
    const said = isUnnamed(edge)
      ? { what: name, why: `${why} ${shortenId(edge.id)}` }
      : { what: `${name}: ${text}`, why };
    const fix = { label: "Add address", to: `${refHref(edge) ?? href.edges()}/edit` };
    return [{ key: `edge ${edge.id}`, tone: "warn", ...said, fix }];
  });
  return folded(lines, ({ length }) => ({
    key: "no address",
    tone: "warn",
    what: `${counted(length, "more edge")} ${plural(length, "has", "have")} no address`,
    why: "They get no traffic.",
    fix: { label: "Show edges", to: edgesThatAre("off") },
  }));
}

/** What mends it: of several routes the first, where each has a fix of its own. */
function fixOf(edge: EdgeRow, { lead, routes: [route, ...more] }: Failure): Attention["fix"] {
  const page = refHref(edge) ?? href.edges();
  if (lead === "no route") return { label: "Create route", to: href.routeNew(edge.id) };
  const backend = route ? href.routeModule(edge.id, route.id, "backend") : `${page}/backend`;
  if (route && lead === "never asked") return { label: "Edit route", to: href.routeEdit(edge.id, route.id) };
  if (lead === "no backend") return { label: "Add backend", to: backend };
  if (lead === "backend off") return { label: "Show backend", to: `${backend}?field=enabled` };
  return route && more.length === 0
    ? { label: "Show route", to: href.route(edge.id, route.id) }
    : { label: "Show edge", to: page };
}
