import { KINDS } from "#resources/kinds.ts";
import { writesOf } from "#resources/writes.ts";
import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router-dom";
import { ApiError, describeError } from "#api/errors.ts";
import { tryInToast } from "#components/failure-toast.ts";
import { EDGE_NAMES, edgeTitle, routePlace } from "#resources/edge-names.ts";
import { type AnyEdge, edges, routesOf } from "#resources/edges.ts";
import { type EdgeProtocol, href } from "#resources/paths.ts";
import { refHref } from "#resources/ref-target.ts";
import type { Route } from "#contract/route.ts";
import { capital, counted } from "#ui/format.ts";
import { useToast } from "#ui/toast.tsx";
import { aboutDrafts, holdDrafts, type RouteDraft } from "./drafts.ts";
import { goneRefs } from "./gone-refs.ts";
import { holdRestored } from "./restored.tsx";
import { remadeEdge, remadeRoute } from "./remake.ts";

type EdgeLike = Parameters<typeof routePlace>[0];

/** What came of making routes again: those that are there, and those that the form must finish, with the first reason. */
type Remaking = { made: number; drafts: RouteDraft[]; reason: string };

/**
 * Makes routes again in their order. One whose secret nobody returned is left to the form: without its module it would
 * let in whom it kept out. One that is refused is left to the form too, so that nothing is lost.
 */
async function remakeRoutes(
  client: QueryClient,
  edge: EdgeLike,
  routes: readonly Route[],
): Promise<Remaking> {
  const drafts: RouteDraft[] = [];
  let made = 0;
  let reason = "";
  for (const route of routes) {
    const draft = remadeRoute(route);
    const place = routePlace(edge, route.match);
    if (draft.missing.length > 0) {
      drafts.push(draft);
      reason ||= `Enter the secret of ${place} again.`;
      continue;
    }
    try {
      const { made: restored, lost } = await remaking(writesOf(client, routesOf(edge.id)), draft)();
      if (lost.length === 0) {
        made += 1;
        holdRestored(client, route.id, href.route(edge.id, restored.id));
      } else {
        drafts.push(draft);
        reason ||= `${place} was not restored: the service dropped ${lost.join(", ")}.`;
      }
    } catch (error) {
      drafts.push(draft);
      const isTaken =
        error instanceof ApiError && error.status === 409 && error.issues[0]?.path[0] === "match";
      const gone = isTaken ? undefined : await refusedFor(client, draft.body, error);
      reason ||= isTaken
        ? `${place} was not restored: another route has its path.`
        : gone
          ? `${place} was not restored: its ${gone.says} was deleted. Choose another, or restore it in Activity.`
          : `${place} was not restored. ${describeError(error, "").detail}`;
    }
  }
  return { made, drafts, reason };
}

/** What a route names that was deleted, where it is refused for that. The routes that are left are not lost to a second failure. */
async function refusedFor(client: QueryClient, body: object, error: unknown) {
  if (!(error instanceof ApiError)) return undefined;
  const gone = await goneRefs(client, "route", [body]).catch(() => []);
  return gone.find(({ module }) => error.issues.some(({ path }) => path[0] === module));
}

type Shown = { id: string; [field: string]: unknown };
type Making<Body> = { creation: (body: Body) => () => Promise<Shown>; remove: (id: string) => Promise<void> };

/**
 * Makes something again, unless the service takes it without a field that this console does not know: what that blocked
 * would pass, so it is deleted again. Answers the id, and the fields that were dropped. It may be tried again.
 */
function remaking<Body>(writes: Making<Body>, { body, unknown = [] }: Remakeable<Body>) {
  const create = writes.creation(body);
  return async () => {
    const made = await create();
    const lost = unknown.filter((name) => (made[name] ?? null) === null);
    if (lost.length > 0) await writes.remove(made.id);
    return { made, lost };
  };
}

/** The page of who serves an address already, by the words of the refusal: another try would fare no better. */
function takenBy(error: unknown): { holder: string } {
  const id =
    error instanceof ApiError && error.status === 409 ? /\b[a-z]+_[0-9A-Za-z]+/.exec(error.msg) : null;
  const holder = id && refHref({ id: id[0] });
  if (!holder) throw error;
  return { holder };
}

type Remakeable<Body> = { body: Body; unknown?: readonly string[] };

/** The ways back from deleting an edge or a route. Each tells what came of it, and opens the form for what is left. */
export function useRestore(undoes = true) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const toast = useToast();
  const said = (text: string) => (undoes ? `Undone: ${text}` : capital(text));

  const finish = (
    edgeId: string,
    { made, drafts, reason }: Remaking,
    done: string,
    of: number,
    protocol?: EdgeProtocol,
  ) => {
    holdDrafts(client, edgeId, drafts);
    const about = aboutDrafts(edgeId, protocol);
    if (drafts.length === 0) return toast({ tone: "ok", text: done, about });
    const open = () => void navigate(href.routeNew(edgeId));
    if (of === 1) open();
    // The form that opens says which secrets it needs.
    if (of === 1 && drafts[0]?.missing.length) return;
    return toast({
      tone: "bad",
      about,
      text: of === 1 ? reason : `${made} of ${counted(of, KINDS.route.noun)} restored. ${reason}`,
      ...(of === 1 ? {} : { action: { label: "Finish restoring", onSelect: open } }),
    });
  };

  return {
    route: async (edge: EdgeLike, route: Route) => {
      const remade = await remakeRoutes(client, edge, [route]);
      finish(edge.id, remade, said(`route ${routePlace(edge, route.match)} restored with a new ID`), 1);
    },
    edge: async (protocol: EdgeProtocol, edge: AnyEdge) => {
      const remake = remaking(writesOf(client, edges[protocol]), remadeEdge(protocol, edge));
      const tried = () => `restore the ${EDGE_NAMES[protocol]}`;
      await tryInToast(toast, tried, async () => {
        const remadeOne = await remake().catch(takenBy);
        if ("holder" in remadeOne) {
          const { holder } = remadeOne;
          return toast({
            tone: "bad",
            text: `${edgeTitle(edge)} was not restored: its address is in use.`,
            action: { label: "Show who uses it", onSelect: () => void navigate(holder) },
          });
        }
        const { made, lost } = remadeOne;
        if (lost.length > 0) {
          const text = `${edgeTitle(edge)} was not restored: the service dropped ${lost.join(", ")}.`;
          return toast({ tone: "bad", text });
        }
        holdRestored(client, edge.id, href.edge(protocol, made.id));
        const routes = edge.routes ?? [];
        const remade = await remakeRoutes(client, made, routes);
        const withRoutes =
          routes.length === 0 ? "a new ID" : `${counted(routes.length, KINDS.route.noun)} and new IDs`;
        const done = said(`${edgeTitle(made)} restored with ${withRoutes}`);
        void navigate(href.edge(protocol, made.id));
        return finish(made.id, remade, done, routes.length, protocol);
      });
    },
  };
}
