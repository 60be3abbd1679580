import type { ReactNode } from "react";
import { href } from "#resources/paths.ts";
import { backendRef, isUnreached, leadOf, leadWords, type Serving } from "#resources/edge-way.ts";
import { edgeOf, type OwnerAddress } from "#resources/module-owner.ts";
import { isOtherBackend, withoutTunnels } from "#resources/other-backends.ts";
import { unknownModules } from "#resources/unknown-fields.ts";
import { closes } from "#resources/closing.ts";
import { failsAt, isApp, unreachedOf, unreachedWords } from "#resources/unreachable.ts";
import { refHref } from "#resources/ref-target.ts";
import { sessionName } from "#resources/session-name.ts";
import type { ModuleOwner } from "#contract/modules/module-contract.ts";
import { isOn } from "#contract/modules/closed-by.ts";
import { kindsOf } from "#contract/modules/kinds.ts";
import type { Tunnel } from "#contract/tunnel.ts";
import type { TunnelSession } from "#contract/tunnel-session.ts";
import { isJsonObject, own, type JsonObject } from "#forms/json.ts";
import { moduleHref } from "#resources/module-href.ts";
import type { LintTarget } from "#modules/lint/facts.ts";
import { protects } from "#modules/lint/guards.ts";
import { textsOf } from "#modules/texts.ts";
import { counted, formatCount, shortenId } from "#ui/format.ts";
import { MapBox, MapChip, MapStage } from "./map-box.tsx";

/** What is known of what is behind the edges; what is not read yet, or can't be, is undefined. */
export type Behind = {
  serving: Serving;
  /** The rules of IP restrictions. */
  ipRules: LintTarget["ipRules"];
  /** Backend id → its name. */
  backends: ReadonlyMap<string, string>;
  /** Session id → its session. */
  sessions: ReadonlyMap<string, TunnelSession>;
};

/** So many agents of one backend have a box each; more are one box, and the page of the backend has all. */
const AGENTS_MAX = 3;

type Props = { address: OwnerAddress; owner: JsonObject; behind: Behind };

/** Whether {@link MapModules} shows any. */
export const hasModules = (owner: JsonObject, kind: ModuleOwner) =>
  kindsOf(kind).some((one) => one !== "backend" && isJsonObject(own(owner, one))) ||
  unknownModules(kind, owner).length > 0;

/** The modules of an owner that are set, except its backend, in the order a request meets them; those not known here last. */
export function MapModules({ address, owner, behind, none }: Props & { none?: ReactNode }) {
  const fault = unreachedOf(owner, behind.serving.unreached);
  const set = kindsOf(address.owner)
    .filter((kind) => kind !== "backend")
    .flatMap((kind) => {
      const value = own(owner, kind);
      const on = isOn(value);
      return isJsonObject(value)
        ? [
            {
              kind,
              on,
              fault: closes(kind, value, behind.serving)
                ? ": closed to everyone"
                : fault && on && failsAt(fault, kind)
                  ? `: ${unreachedWords(fault).text.toLowerCase()}`
                  : null,
              isOpen: on && !protects(owner, kind, behind.ipRules),
            },
          ]
        : [];
    });
  const unknown = unknownModules(address.owner, owner);
  if (set.length + unknown.length === 0) return none;
  const { protocol, id } = edgeOf(address);
  const page = address.owner === "route" ? href.route(id, address.routeId) : href.edge(protocol, id);
  return (
    <ul aria-label="Modules" className="flex min-w-0 flex-wrap gap-1.5">
      {set.map(({ kind, on, fault, isOpen }) => (
        <li key={kind} className="flex min-w-0">
          <MapChip to={moduleHref(address, kind)} on={on} broken={fault !== null} warns={isOpen}>
            {textsOf(kind).title}
            {fault ?? (isOpen ? ": open to everyone" : null)}
          </MapChip>
        </li>
      ))}
      {unknown.map(([name, value]) => (
        <li key={name} className="flex min-w-0">
          <MapChip to={page} on={value["enabled"] !== false}>
            {name}
          </MapChip>
        </li>
      ))}
    </ul>
  );
}

/** The way behind a route, a TLS edge or a TCP edge: its modules, its backend, and the agents that serve it. */
export function MapWay({ address, owner, behind }: Props) {
  const { live, unreached } = behind.serving;
  const lead = leadOf(owner, { live, unreached });
  const isDown = isUnreached(lead) && isApp(lead);
  const backend = backendRef(owner);
  const fails = address.owner === "route" ? "Requests fail" : "Connections fail";
  return (
    <>
      <MapStage broken={backend === null} through>
        <MapModules address={address} owner={owner} behind={behind} none={<Words>No modules</Words>} />
      </MapStage>
      <MapStage broken={backend === null}>
        {backend ? (
          <MapBox
            stage="backend"
            icon="backend"
            label={behind.backends.get(backend.id) ?? shortenId(backend.id)}
            to={refHref(backend) ?? moduleHref(address, "backend")}
          />
        ) : (
          <MapBox
            stage="backend"
            icon="bad"
            broken
            label={leadWords(lead).text}
            note={fails}
            to={moduleHref(address, "backend")}
          />
        )}
      </MapStage>
      {backend ? (
        <MapStage broken={lead === "no tunnel" || isDown}>
          {lead === "no tunnel" ? (
            <MapBox
              stage="agent"
              icon="bad"
              broken
              label={leadWords(lead).text}
              note={fails}
              to={refHref(backend) ?? moduleHref(address, "backend")}
            />
          ) : isOtherBackend(backend.id) ? (
            <Words>{withoutTunnels(backend.id)}</Words>
          ) : (
            <Agents
              tunnels={live?.get(backend.id)}
              unreached={unreached}
              to={refHref(backend)}
              sessions={behind.sessions}
            />
          )}
        </MapStage>
      ) : null}
    </>
  );
}

type AgentsProps = {
  tunnels: readonly Tunnel[] | undefined;
  unreached: Serving["unreached"];
  to: string | null;
  sessions: Behind["sessions"];
};

/** The agents whose tunnels serve a backend, each with where it forwards to; many are one box with the first names. */
function Agents({ tunnels = [], unreached, to, sessions }: AgentsProps) {
  const nameOf = ({ id, tunnel_session: ref }: Tunnel) => {
    const session = ref ? sessions.get(ref.id) : undefined;
    return session ? sessionName(session) : shortenId(ref?.id ?? id);
  };
  if (tunnels.length === 0) return <Words>Unknown</Words>;
  if (tunnels.length > AGENTS_MAX && to) {
    const failing = tunnels.filter(({ id }) => unreached?.has(id));
    const named = failing.length > 0 ? failing : tunnels;
    const last = Math.min(named.length, AGENTS_MAX) - 1;
    const more = named.length - last - 1;
    const note = (
      <>
        {named.slice(0, AGENTS_MAX).map((tunnel, index) => (
          <span key={tunnel.id} className="inline-block whitespace-pre-wrap">
            {nameOf(tunnel)}
            {index < last ? ", " : " "}
          </span>
        ))}
        {more > 0 ? `and ${formatCount(more)} more` : null}
      </>
    );
    return (
      <MapBox
        stage="agent"
        {...health(failing.length > 0)}
        label={counted(tunnels.length, "agent")}
        note={failing.length > 0 ? ["Requests fail: ", note] : note}
        to={to}
      />
    );
  }
  return (
    <>
      {tunnels.slice(0, AGENTS_MAX).map((tunnel) => {
        const lead = unreached?.get(tunnel.id);
        const { text } = leadWords(lead ?? "served");
        return (
          <MapBox
            key={tunnel.id}
            stage="agent"
            {...health(lead !== undefined)}
            label={nameOf(tunnel)}
            note={[text, tunnel.forwards_to?.replace(/^\w+:\/\//, "")].filter(Boolean).join(", ")}
            to={tunnel.tunnel_session ? href.session(tunnel.tunnel_session.id) : href.tunnel(tunnel.id)}
          />
        );
      })}
    </>
  );
}

const health = (broken: boolean) =>
  broken ? ({ icon: "bad", broken } as const) : ({ icon: "ok", ok: true } as const);

/** In place of a box. */
function Words({ children }: { children: string }) {
  return <span className="w-fit bg-surface-raised pr-1 text-xs text-content-muted">{children}</span>;
}
