import { KINDS } from "#resources/kinds.ts";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState, type CSSProperties, type ReactNode } from "react";
import { isOn } from "#contract/modules/closed-by.ts";
import { AlsoPlain } from "#fleet/also-plain.tsx";
import { backends } from "#resources/backends.ts";
import { matchTypeWords } from "#resources/edge-names.ts";
import { useEdgeLimits } from "#resources/closing.ts";
import { backendRef, leadOf, leadWords, usedBackends, useServing, type Lead } from "#resources/edge-way.ts";
import type { AnyEdge } from "#resources/edges.ts";
import { ownerOfEdge } from "#resources/module-owner.ts";
import { isOtherBackend, type OtherBackend, otherBackends } from "#resources/other-backends.ts";
import { type EdgeProtocol, href } from "#resources/paths.ts";
import { tunnelSessions } from "#resources/tunnel-sessions.ts";
import type { Route } from "#contract/route.ts";
import { SeverityMark } from "#modules/lint/findings.tsx";
import { lint } from "#modules/lint/lint.ts";
import { useIpRules } from "#modules/lint/use-ip-rules.ts";
import { ButtonLink } from "#ui/button.tsx";
import { cx } from "#ui/cx.ts";
import { counted } from "#ui/format.ts";
import { lazyPart } from "#ui/lazy-export.ts";
import { MenuButton } from "#ui/menu.tsx";
import { Panel } from "#ui/panel.tsx";
import { Addresses } from "./map-addresses.tsx";
import { MapBox, MapStage, walkable } from "./map-box.tsx";
import { type Behind, hasModules, MapModules, MapWay } from "./map-way.tsx";

const DeleteRouteDialog = lazyPart(() => import("#modules/route-dialog.tsx"), "DeleteRouteDialog");

const pollSessions = tunnelSessions.every(15_000);

const NO_OTHERS: { rows: readonly OtherBackend[] } = { rows: [] };

function useBehind(edge: AnyEdge): Behind {
  const serving = useServing();
  const { data: named } = useQuery({ ...backends.query, staleTime: 15_000 });
  const enabled = [...usedBackends([edge])].some(isOtherBackend);
  const { data: { rows: others } = NO_OTHERS } = useQuery({ ...otherBackends, enabled });
  const ipRules = useIpRules(edge);
  const { data: sessions } = useQuery({ ...tunnelSessions.query, refetchInterval: pollSessions });
  return useMemo(
    () => ({
      serving,
      ipRules,
      backends: new Map([...(named ?? []), ...others].map((one) => [one.id, backends.nameOf(one)])),
      sessions: new Map(sessions?.map((session) => [session.id, session])),
    }),
    [serving, ipRules, named, others, sessions],
  );
}

const OUTER = "@4xl:grid-cols-[minmax(0,5fr)_minmax(0,17fr)] @4xl:gap-12";
const PLAIN = { columns: "@4xl:grid-cols-3", heads: ["Modules", "Backend", "Agents"] };
/** What stands beside the addresses on wide windows. */
const WIDE = {
  https: {
    columns: "@4xl:grid-cols-[minmax(0,7fr)_minmax(0,5fr)_minmax(0,4.5fr)_minmax(0,4.5fr)]",
    heads: ["Routes", ...PLAIN.heads],
  },
  tls: PLAIN,
  tcp: PLAIN,
};

/** The way from the addresses of an edge to its agents as one picture: across on wide windows, a nested list on narrow ones. */
export function EdgeMap({ protocol, edge }: { protocol: EdgeProtocol; edge: AnyEdge }) {
  const [deleting, setDeleting] = useState<Route | null>(null);
  const behind = useBehind(edge);
  const address = ownerOfEdge({ protocol, id: edge.id });
  const routes = edge.routes ?? [];
  const isHttps = protocol === "https";
  const { columns, heads } = WIDE[protocol];
  // One way and nothing below the addresses: the line from them goes straight on. What says that there is none is level with the rest.
  const straight =
    (edge.hostports?.length ?? 0) > 0 && (!isHttps || (routes.length < 2 && !hasModules(edge, "httpsEdge")));
  return (
    <Panel
      title="Map"
      count={isHttps ? counted(routes.length, KINDS.route.noun) : undefined}
      actions={
        isHttps ? (
          <ButtonLink to={href.routeNew(edge.id)} variant="primary" size="sm" icon="plus">
            Create route
          </ButtonLink>
        ) : undefined
      }
    >
      <div className="@container p-4">
        <div aria-hidden="true" className={cx("hidden pb-1 text-xs text-content-faint @4xl:grid", OUTER)}>
          <span>Addresses</span>
          <span className={cx("grid gap-6", columns)}>
            {heads.map((head) => (
              <span key={head}>{head}</span>
            ))}
          </span>
        </div>
        <div ref={walkable} className={cx("grid gap-3", straight && "items-center", OUTER)}>
          <div
            className={cx("flex min-w-0 flex-col gap-1.5", !straight && "mt-1.5")}
            style={{ "--at": straight ? "50%" : "17px" } as CSSProperties}
          >
            <Addresses protocol={protocol} edge={edge} />
            {isHttps ? <MapModules address={address} owner={edge} behind={behind} /> : null}
          </div>
          <ol className={cx("min-w-0", straight && "@4xl:*:before:hidden")}>
            {isHttps && routes.length > 0 ? (
              routes.map((route) => {
                const lead = leadOf(route, behind.serving, edge);
                return (
                  <Line key={route.id} columns={columns} broken={lead === "never asked"}>
                    <MapStage first>
                      <RouteBox
                        edge={edge}
                        route={route}
                        lead={lead}
                        behind={behind}
                        onDelete={() => setDeleting(route)}
                      />
                    </MapStage>
                    <MapWay
                      address={{ owner: "route", edgeId: edge.id, routeId: route.id }}
                      owner={route}
                      behind={behind}
                    />
                  </Line>
                );
              })
            ) : isHttps ? (
              <Line columns={columns} broken>
                <MapStage first>
                  <MapBox
                    stage="route"
                    icon="bad"
                    broken
                    label="No routes"
                    note="All requests fail. Create a route."
                    to={href.routeNew(edge.id)}
                  />
                </MapStage>
              </Line>
            ) : (
              <Line columns={columns} broken={backendRef(edge) === null}>
                <MapWay address={address} owner={edge} behind={behind} />
              </Line>
            )}
          </ol>
        </div>
        {isHttps && edge.hostports?.length && !isOn(edge.mutual_tls) ? (
          <div className="pt-2">
            <AlsoPlain />
          </div>
        ) : null}
      </div>
      {deleting ? <DeleteRouteDialog edge={edge} route={deleting} onClose={() => setDeleting(null)} /> : null}
    </Panel>
  );
}

/** A way of the map: a line from the addresses, whose first is 23 px below the top, then its boxes. */
function Line(props: { columns: string; broken: boolean; children: ReactNode }) {
  return (
    <li
      className={cx(
        "relative grid gap-2 py-1.5 @max-4xl:border-t @max-4xl:border-line @max-4xl:py-3 @4xl:gap-6",
        "@4xl:before:absolute @4xl:before:inset-y-0 @4xl:before:-left-6 @4xl:before:border-l @4xl:before:border-line-strong @4xl:first:before:top-[23px] @4xl:last:before:bottom-1/2",
        "@4xl:after:absolute @4xl:after:top-1/2 @4xl:after:-left-6 @4xl:after:w-6 @4xl:after:border-t",
        props.broken ? "@4xl:after:border-dashed @4xl:after:border-danger" : "@4xl:after:border-line-strong",
        props.columns,
      )}
    >
      {props.children}
    </li>
  );
}

type RouteBoxProps = { edge: AnyEdge; route: Route; lead: Lead; behind: Behind; onDelete: () => void };

function RouteBox({ edge, route, lead, behind: { ipRules }, onDelete }: RouteBoxProps) {
  const isUnreachable = lead === "never asked";
  // A missing backend is a broken box of its own.
  const findings = lint(
    { owner: "route", id: route.id, modules: route, edge, ipRules },
    useEdgeLimits(),
  ).filter(({ module }) => module !== "backend");
  const [worst] = findings;
  return (
    <MapBox
      stage="route"
      icon={isUnreachable ? "bad" : "link"}
      broken={isUnreachable}
      mono
      label={route.match}
      to={href.route(edge.id, route.id)}
      note={
        <>
          {isUnreachable ? leadWords(lead).text : route.description || matchTypeWords(route.match_type)}
          {worst ? (
            <span className="flex gap-1 text-sm text-content">
              <SeverityMark severity={worst.severity} />
              <span>
                {worst.title}
                {findings.length > 1 ? `, ${findings.length - 1} more` : null}
              </span>
            </span>
          ) : null}
        </>
      }
      corner={
        <MenuButton
          label={`Actions for ${route.match}`}
          size="sm"
          items={[
            { label: "Open", icon: "right", to: href.route(edge.id, route.id) },
            { label: "Edit…", icon: "edit", to: href.routeEdit(edge.id, route.id) },
            "separator",
            { label: "Delete…", icon: "trash", tone: "danger", onSelect: onDelete },
          ]}
        />
      }
    />
  );
}
