import { edges, routesOf } from "#resources/edges.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import { useParams } from "react-router-dom";
import { edgeName, nextRoute, routePlace } from "#resources/edge-names.ts";
import { href } from "#resources/paths.ts";
import { CopyAs } from "#components/copy-as.tsx";
import { freshOf } from "#components/fresh-query.ts";
import { Freshness } from "#components/freshness.tsx";
import { Page } from "#components/page.tsx";
import { QueryGate } from "#components/query-gate.tsx";
import type { Route } from "#contract/route.ts";
import { AbsentRoute } from "#edges/absent-route.tsx";
import { ResourceForm } from "#editing/resource-form.tsx";
import { ButtonLink } from "#ui/button.tsx";
import { Note } from "#ui/note.tsx";
import { Panel } from "#ui/panel.tsx";
import { SkeletonRows } from "#ui/skeleton.tsx";
import { LossText, MayLoseText } from "#modules/editor/loss-text.tsx";
import { useAskOnceRead } from "#modules/editor/use-once-known.ts";
import { isRouteLossKnown, lossOfRoute } from "#modules/lint/route-loss.ts";
import { useIpRules } from "#modules/lint/use-ip-rules.ts";
import { routeForm, type RouteTexts } from "./route-definition.ts";
import { RouteFields } from "./route-fields.tsx";

/** Which requests a route is for, its description and notes. Its modules have pages of their own. */
export function Component() {
  const { edgeId = "", routeId = "" } = useParams();
  const query = freshOf(useQuery({ ...routesOf(edgeId).detail(routeId), refetchOnMount: "always" }));
  const { data: edge } = useQuery(edges.https.detail(edgeId));
  const [edited, setEdited] = useState(false);
  const route = query.data;
  const named = edge ?? { id: edgeId };
  const place = route ? routePlace(named, route.match) : routeId;
  const back = href.route(edgeId, routeId);
  return (
    <Page
      title={`Edit ${place}`}
      crumbs={[
        { label: "Edges", to: href.edges() },
        { label: edgeName(named), to: href.httpsEdge(edgeId) },
        { label: route?.match ?? routeId, alone: place, to: back },
        { label: "Edit" },
      ]}
      freshness={<Freshness query={query} held={edited} />}
      actions={<ButtonLink to={back}>Back to the route</ButtonLink>}
    >
      <QueryGate
        query={query}
        tried="load this route"
        loading={<SkeletonRows label="Loading this route" />}
        absent={<AbsentRoute edgeId={edgeId} routeId={routeId} known={route !== undefined} />}
      >
        {(loaded) => (
          <RouteForm
            key={routesOf(edgeId).pathOf(routeId)}
            edge={named}
            route={loaded}
            routes={edge?.routes ?? []}
            onEdited={setEdited}
          />
        )}
      </QueryGate>
    </Page>
  );
}

type Props = {
  edge: Parameters<typeof routePlace>[0];
  route: Route;
  routes: readonly Route[];
  onEdited: (edited: boolean) => void;
};

function RouteForm({ edge, route, routes, onEdited }: Props) {
  const edgeId = edge.id;
  const ipRules = useIpRules(route, ...routes);
  const ask = useAskOnceRead((value: RouteTexts) =>
    questionOf({ edge, route, routes, ipRules }, { ...route, ...value }),
  );
  return (
    <ResourceForm
      of={{ ...routesOf(edgeId), nameOf: ({ match }) => routePlace(edge, match) }}
      form={routeForm}
      object={route}
      name="route"
      side={<Effect edgeId={edgeId} route={route} routes={routes} />}
      ask={ask}
      onEdited={onEdited}
    >
      <RouteFields edgeId={edgeId} others={routes.filter(({ id }) => id !== route.id)} />
    </ResourceForm>
  );
}

/** Whether other requests match then. */
const isMoved = (before: Route, after: Pick<RouteTexts, "match" | "match_type">): boolean =>
  after.match !== before.match || after.match_type !== before.match_type;

type Asked = Omit<Props, "onEdited"> & { ipRules: ReturnType<typeof useIpRules> };

/** What a save opens that a route guards now, this one or one that it takes requests from, or where it locks the operator out. */
function questionOf({ edge, route, routes, ipRules }: Asked, after: Route) {
  if (!isMoved(route, after)) return null;
  const others = routes.map((one) => (one.id === route.id ? after : one));
  const next = nextRoute({ ...route, id: "" }, others);
  const from = nextRoute({ ...after, id: "" }, routes);
  // Two routes of one path are refused.
  const isSame = from?.match === after.match && from.match_type === after.match_type;
  const moves = [
    ...(next && next !== after ? [{ was: route, is: next }] : []),
    ...(from && from.id !== route.id && !isSame
      ? [{ was: { ...from, match: after.match }, is: after, from: from.match }]
      : []),
  ];
  const losses = moves.flatMap(({ was, is, ...more }) => {
    const loss = lossOfRoute(was, is, edge, ipRules);
    return loss ? [{ loss, ...more }] : [];
  });
  const isUnread =
    !isRouteLossKnown(route, undefined, edge, ipRules) ||
    moves.some(({ was, is }) => !isRouteLossKnown(was, is, edge, ipRules));
  if (losses.length === 0 && !isUnread) return null;
  const opens = losses.some(({ loss }) => loss.left?.length === 0);
  const known = opens
    ? "Save and open to anyone"
    : losses.some(({ loss }) => loss.own) && "Save and lock me out";
  return {
    title: `Change what ${routePlace(edge, route.match)} matches?`,
    label: known || (isUnread ? "Save anyway" : "Save"),
    words: (
      <>
        {losses.map(({ loss, from: other }) => (
          <div key={other ?? ""}>
            <LossText loss={loss} />
            {other === undefined ? null : (
              <p>
                Currently handled by route <Path path={other} />.
              </p>
            )}
          </div>
        ))}
        {isUnread ? <MayLoseText /> : null}
      </>
    ),
    isUnread,
  };
}

/** In quotes, or "/" would read as a slash between words. */
function Path({ path }: { path: string }) {
  return (
    <>
      “<span className="font-mono text-xs wrap-anywhere">{path}</span>”
    </>
  );
}

/** What the save would do to requests, and the request to take along. */
function Effect({ edgeId, route, routes }: Pick<Props, "route" | "routes"> & { edgeId: string }) {
  const values = useWatch<RouteTexts>() as RouteTexts;
  const body = routeForm.changesOf(routeForm.editableOf(route), values);
  const moved = isMoved(route, values);
  const next = nextRoute(route, routes);
  return (
    <div className="lg:sticky lg:top-5">
      <Panel title="On save">
        <div className="grid gap-3 p-4">
          {moved ? (
            <Note tone="warn">
              Requests that only matched <Path path={route.match} />{" "}
              {next ? (
                <>
                  then use <Path path={next.match} /> and the modules there.
                </>
              ) : (
                "fail. No other route matches them."
              )}
            </Note>
          ) : (
            <p className="text-content-muted">Same requests as before</p>
          )}
          <span>
            <CopyAs
              request={{ method: "PATCH", path: routesOf(edgeId).pathOf(route.id), body }}
              json={body}
            />
          </span>
        </div>
      </Panel>
    </div>
  );
}
