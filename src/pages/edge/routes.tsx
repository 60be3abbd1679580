import { useState } from "react";
import { Link } from "react-router-dom";
import { matchTypeWords } from "#resources/edge-names.ts";
import type { AnyEdge } from "#resources/edges.ts";
import { href } from "#resources/paths.ts";
import type { Route } from "#contract/route.ts";
import { SeverityMark } from "#modules/lint/findings.tsx";
import { lint } from "#modules/lint/lint.ts";
import { ModuleChips } from "#modules/editor/module-chips.tsx";
import { ButtonLink } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { lazyPart } from "#ui/lazy-export.ts";
import { MenuButton } from "#ui/menu.tsx";
import { Panel } from "#ui/panel.tsx";

const DeleteRouteDialog = lazyPart(() => import("#edges/route-dialog.tsx"), "DeleteRouteDialog");

/** The routes of an HTTPS edge in the order the service gives them. */
export function Routes({ edge }: { edge: AnyEdge }) {
  const [deleting, setDeleting] = useState<Route | null>(null);
  const routes = edge.routes ?? [];
  return (
    <Panel
      title="Routes"
      count={routes.length}
      actions={
        <ButtonLink to={href.routeNew(edge.id)} variant="primary" size="sm" icon="plus">
          New route
        </ButtonLink>
      }
      footer={routes.length > 1 ? "In the order the service gives them." : undefined}
    >
      {routes.length === 0 ? (
        <EmptyState title="No routes yet">
          <p>
            Without a route the edge has nowhere to pass a request on to. “New route” makes one with its
            modules in one go, from a template if you like.
          </p>
        </EmptyState>
      ) : (
        <ol>
          {routes.map((route, index) => (
            <RouteRow
              key={route.id}
              edge={edge}
              route={route}
              place={index + 1}
              onDelete={() => setDeleting(route)}
            />
          ))}
        </ol>
      )}
      {deleting ? <DeleteRouteDialog edge={edge} route={deleting} onClose={() => setDeleting(null)} /> : null}
    </Panel>
  );
}

type Row = { edge: AnyEdge; route: Route; place: number; onDelete: () => void };

function RouteRow({ edge, route, place, onDelete }: Row) {
  const findings = lint({ owner: "route", id: route.id, modules: route, edge });
  const [worst] = findings;
  return (
    <li className="flex items-start gap-x-3 border-b border-line py-2 pr-2 pl-4 last:border-0 hover:bg-surface-hover">
      <span className="w-4 flex-none pt-1 text-right text-xs leading-5 text-content-faint tabular-nums">
        {place}
      </span>
      <span className="flex min-w-0 flex-1 flex-wrap items-start gap-x-3 gap-y-1 pt-1">
        <span className="w-24 flex-none text-content-muted max-md:text-xs">
          {matchTypeWords(route.match_type)}
        </span>
        <span className="min-w-0 flex-[1_1_10rem]">
          <Link
            to={href.route(edge.id, route.id)}
            className="font-mono text-xs font-strong wrap-anywhere hover:underline"
          >
            {route.match}
          </Link>
          {route.description ? (
            <span className="block text-xs text-content-muted wrap-anywhere">{route.description}</span>
          ) : null}
        </span>
        <span className="flex min-w-0 flex-[1_1_12rem] items-start gap-2">
          <ModuleChips owners={[route]} />
          {worst ? (
            <span title={findings.map(({ title }) => title).join("\n")}>
              <SeverityMark severity={worst.severity} />
              <span className="sr-only">{findings.map(({ title }) => title).join(". ")}</span>
            </span>
          ) : null}
        </span>
      </span>
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
    </li>
  );
}
