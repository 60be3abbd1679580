import { useQuery } from "@tanstack/react-query";
import { useFormContext, useWatch } from "react-hook-form";
import { servedConfigQuery } from "#api/served-config.ts";
import { useTcpPorts } from "#resources/closing.ts";
import type { EdgeProtocol } from "#resources/paths.ts";
import { isTaken, normalHostport } from "#edges/hostports.ts";
import { DescriptionField } from "#components/description-field.tsx";
import { withLinks } from "#components/with-links.tsx";
import { MetadataField } from "#components/metadata-field.tsx";
import { placed } from "#forms/issues.ts";
import { splitAddresses } from "#forms/list-edit.ts";
import { plural } from "#ui/format.ts";
import { TextListField } from "#forms/text-list-field.tsx";
import { atRows, isFilled, issuesOfEdge, sentOf, type EdgeValues } from "./edge-definition.ts";

const HINTS: Record<EdgeProtocol, { hint: string; example: string }> = {
  https: {
    hint: "Each becomes a public URL. *.example.com covers all its subdomains.",
    example: "app.example.com",
  },
  tls: {
    hint: "Each becomes an endpoint. *.example.com covers all its subdomains.",
    example: "tls.example.com",
  },
  tcp: {
    hint: "Host and port. Each becomes an endpoint. Port 443 is for HTTPS and TLS edges.",
    example: "tcp.example.com:20001",
  },
};

/** The fields every edge has besides its modules. */
export function EdgeFields({ protocol }: { protocol: EdgeProtocol }) {
  const { hint, example } = HINTS[protocol];
  const [first] = useTcpPorts().range ?? [];
  return (
    <>
      <TextListField
        name="hostports"
        label="Addresses"
        one="address"
        look="lines"
        mono
        split={splitAddresses}
        placeholder={protocol === "tcp" && first ? example.replace(/\d+$/, String(first)) : example}
        renderFault={withLinks}
        hint={hint}
        afterHint={
          <>
            <Dns protocol={protocol} />
            <OwnPort protocol={protocol} />
            <SavedAs protocol={protocol} />
            {protocol === "tcp" ? <NotOpen /> : null}
          </>
        }
      />
      <DescriptionField label="Description" placeholder="Planning app for staff" />
      <MetadataField lines={4} what="Also shown on its endpoints." />
    </>
  );
}

/**
 * How addresses will be saved that were typed in another way, and new ones' URLs where these have another port; nothing while one of them
 * can't be: one that another row has is named instead.
 */
function SavedAs({ protocol }: { protocol: EdgeProtocol }) {
  const { control, formState } = useFormContext<EdgeValues>();
  const values = useWatch({ control }) as EdgeValues;
  const port = useOwnPort(protocol);
  const typed = Array.isArray(values.hostports) ? values.hostports.filter(isFilled) : [];
  const from = formState.defaultValues as EdgeValues;
  const { hostports } = sentOf(protocol, values, from);
  if (formState.errors.hostports) return null;
  // What could be saved alone has its fault from the others.
  const repeats = issuesOfEdge(protocol, { hostports }).filter(({ path: [, at] }) =>
    isTaken(protocol, hostports[Number(at)] ?? ""),
  );
  if (repeats.length > 0)
    return atRows(repeats, values.hostports).map(({ path: [, row], message }) => (
      <span key={row} className="block text-warning">
        {placed(`Address ${Number(row) + 1}`, message)}
      </span>
    ));
  const changed = hostports.filter((one, index) => one !== typed[index]);
  const fresh = hostports.filter((one) => !from.hostports.includes(one) && isTaken(protocol, one));
  const urls = port === null ? [] : fresh.map((one) => `${protocol}://${one.replace(/\d+$/, String(port))}`);
  const saved = urls.length > 0 ? hostports.filter((one) => [...changed, ...fresh].includes(one)) : changed;
  if (changed.length + urls.length === 0) return null;
  return (
    <span className="block text-content">
      {changed.length > 0 ? (
        <>
          Will be saved as <Listed of={saved} />
          {urls.length > 0 ? ". " : null}
        </>
      ) : null}
      {urls.length > 0 ? (
        <>
          {plural(urls.length, "Its URL", "Their URLs")}: <Listed of={urls} />
        </>
      ) : null}
    </span>
  );
}

const Listed = ({ of }: { of: readonly string[] }) => (
  <span className="font-mono wrap-anywhere">{of.join(", ")}</span>
);

/** Where the edge listens, if at another port than addresses have, as their URLs show it (decisions/edge/addresses.md). */
function useOwnPort(protocol: EdgeProtocol): number | null {
  const port = useQuery(servedConfigQuery).data?.edge?.httpsPort ?? 443;
  return port === 443 || protocol === "tcp" ? null : port;
}

/** How visitors find an address; on the computer that runs the edge, names below localhost lead to it already (decisions/edge/addresses.md). */
function Dns({ protocol }: { protocol: EdgeProtocol }) {
  const { edge } = useQuery(servedConfigQuery).data ?? {};
  if (!edge?.listens?.includes(protocol === "tcp" ? "tcp" : "https")) return null;
  // Of pages over http, browsers take those of this computer alone for secure.
  const isHere = globalThis.isSecureContext && location.protocol === "http:";
  return (
    <span className="block">
      Point their DNS at this edge.
      {isHere ? " To try one on this computer, end it in .localhost." : null}
    </span>
  );
}

function OwnPort({ protocol }: { protocol: EdgeProtocol }) {
  const port = useOwnPort(protocol);
  return port === null ? null : (
    <span className="block">
      Leave out the port, or use 443. URLs get port {port}, where this edge listens.
    </span>
  );
}

/** Ports that the service does not open: what has one is saved, but nobody can connect to it. */
function NotOpen() {
  const { hostports } = useWatch({ control: useFormContext<EdgeValues>().control });
  const [first, last] = useTcpPorts().range ?? [];
  if (first === undefined || last === undefined || !Array.isArray(hostports)) return null;
  // What is no address has a fault of its own.
  const taken = hostports.map((one) => normalHostport("tcp", one)).filter((one) => isTaken("tcp", one));
  const ports = taken.map((one) => Number(one.slice(one.lastIndexOf(":") + 1)));
  const closed = [...new Set(ports)].filter((port) => port < first || port > last);
  return closed.map((port) => (
    <span key={port} className="block text-warning">
      Port {port} is not open. Use one of {first}–{last}.
    </span>
  ));
}
