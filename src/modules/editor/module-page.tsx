import { useQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { useNavigate } from "react-router-dom";
import { useIsNoBackend } from "#resources/other-backends.ts";
import { ownerIdOf, type OwnerAddress } from "#resources/module-owner.ts";
import { modulePath, moduleQuery } from "#resources/modules.ts";
import { isAbsent } from "#api/errors.ts";
import { pollEvery } from "#api/query-client.ts";
import { Freshness } from "#components/freshness.tsx";
import { Page, type Crumb } from "#components/page.tsx";
import { QueryGate } from "#components/query-gate.tsx";
import type { JsonObject } from "#forms/json.ts";
import { lazyPart } from "#ui/lazy-export.ts";
import type { ModuleDefinition } from "../define-module.ts";
import { EXCHANGEABLE } from "../lint/guards.ts";
import { useIpRules } from "../lint/use-ip-rules.ts";
import { ModuleEditor } from "./module-editor.tsx";
import { moduleOf } from "../registry.ts";
import { withThe } from "#editing/value-text.ts";

const NoModule = lazyPart(() => import("./no-module.tsx"), "NoModule");

const poll = pollEvery(15_000);

/** Where a module is edited. */
export type Place = {
  owner: OwnerAddress;
  /** The module's wire name, as the URL has it. */
  wire: string;
  /** Where the module applies: "app.example.com/dispatch". */
  place: string;
  /** "route", "TLS edge". */
  ownerName: string;
  ownerHref: string;
  /** Of the owner. */
  crumbs: Crumb[];
  /** The owner as answered, with its modules; and the edge of a route. Absent until it is known. */
  shown?: { modules: JsonObject; edge?: JsonObject | undefined } | undefined;
  /** `shown` is being read; where that fails the editor opens without it. */
  awaited?: boolean;
  /** In place of the editor when the service knows no such owner. */
  absent: ReactNode;
};

/** The page of one module of any owner: the editor of its kind. */
export function ModulePage(props: Place) {
  const { owner, wire } = props;
  const definition = moduleOf(wire, owner.owner);
  if (!definition) return <NoModule {...props} />;
  return <Editable key={modulePath({ ...owner, kind: wire })} definition={definition} {...props} />;
}

function Editable({ definition, owner, ...place }: Place & { definition: ModuleDefinition }) {
  const address = { ...owner, kind: definition.kind };
  const query = useQuery({
    ...moduleQuery(address, definition.contract),
    refetchInterval: poll,
    refetchOnMount: "always",
  });
  // Also of one that is not set yet.
  const ipRules = useIpRules(place.shown?.modules, { [definition.kind]: {} });
  const isNoBackend = useIsNoBackend(definition.kind === "backend");
  const navigate = useNavigate();
  const [edited, setEdited] = useState(false);
  const crumbs = [...place.crumbs, { label: definition.title }];
  // A login starts with what it shares with the one that it replaces.
  const isWaiting = query.data === null && place.awaited && EXCHANGEABLE.includes(definition.kind);
  // Only what was read since the page opened goes into a form: an older answer would look like a change made elsewhere.
  const isGone = isAbsent(query.error);
  if (query.isFetchedAfterMount && query.data !== undefined && !isWaiting && (edited || !isGone)) {
    return (
      <ModuleEditor
        {...place}
        definition={definition}
        address={address}
        answer={query.data}
        freshness={query}
        crumbs={crumbs}
        target={
          place.shown && {
            owner: owner.owner,
            id: ownerIdOf(owner),
            ...place.shown,
            ipRules,
            isNoBackend,
          }
        }
        onRemoved={() => void navigate(place.ownerHref)}
        // What was typed before it was gone stays to be copied, also as it was for a moment.
        onEdited={(now) => setEdited(now || isGone)}
      />
    );
  }
  return (
    <Page title={definition.title} crumbs={crumbs} freshness={<Freshness query={query} />}>
      <QueryGate
        query={{ ...query, data: undefined }}
        tried={`load ${withThe(definition.title)}`}
        absent={place.absent}
      >
        {() => null}
      </QueryGate>
    </Page>
  );
}
