import { useQuery } from "@tanstack/react-query";
import { portFault, useTcpPorts } from "#resources/closing.ts";
import { hostOf } from "#resources/edge-names.ts";
import { leadWords } from "#resources/edge-way.ts";
import type { AnyEdge } from "#resources/edges.ts";
import { endpoints } from "#resources/endpoints.ts";
import { addressOf } from "#resources/tunnel-names.ts";
import { OpenIcon } from "#ui/open-url.tsx";
import { isOpenable } from "#ui/openable.ts";
import { type EdgeProtocol, href } from "#resources/paths.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { formatCount } from "#ui/format.ts";
import { MapBox } from "./map-box.tsx";
import { placesOf } from "./places.ts";

/** So many addresses are shown; the list of endpoints has all. */
const ADDRESSES_MAX = 8;
const pollEndpoints = endpoints.every(15_000);
const NONE: readonly Endpoint[] = [];
/** A line from an address, so far below its top, and down to the one of the next. */
const STUB =
  "relative @4xl:before:absolute before:-inset-y-1 @4xl:before:-right-6 @4xl:before:border-r @4xl:before:border-line-strong @4xl:first:before:top-(--at) @4xl:last:before:bottom-[calc(100%-var(--at))] @4xl:after:absolute @4xl:after:top-(--at) @4xl:after:-right-6 @4xl:after:w-6 @4xl:after:border-t @4xl:after:border-line-strong";

/** The addresses of an edge, each with a line to what is beside them on wide windows. */
export function Addresses({ protocol, edge }: { protocol: EdgeProtocol; edge: AnyEdge }) {
  const { data } = useQuery({ ...endpoints.query, refetchInterval: pollEndpoints });
  const places = placesOf(edge, data ?? NONE);
  const ports = useTcpPorts();
  const faultOf = (hostport: string) => (protocol === "tcp" ? portFault(hostport, ports) : null);
  const more = places.length - ADDRESSES_MAX;
  const all = href.endpoints(`?q=${encodeURIComponent(edge.id)}`);
  if (places.length === 0)
    return (
      <div className={STUB}>
        <MapBox
          stage="address"
          icon="bad"
          broken
          label="No address"
          note="Nothing reaches this edge. Add an address."
          to={href.edgeEdit(protocol, edge.id)}
        />
      </div>
    );
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      {places.slice(0, ADDRESSES_MAX).map(({ hostport, endpoint }) => {
        const fault = faultOf(hostport);
        const url = endpoint?.public_url ?? "";
        return (
          <div key={`${hostport} ${endpoint?.id}`} className={STUB}>
            <MapBox
              stage="address"
              icon={fault ? "bad" : "globe"}
              broken={fault !== null}
              label={hostOf(addressOf({ public_url: url, hostport }) ?? hostport)}
              corner={isOpenable(url) ? <OpenIcon url={url} /> : undefined}
              note={fault ? leadWords(fault).text : endpoint || !data ? undefined : "No endpoint"}
              to={endpoint ? href.endpoint(endpoint.id) : all}
            />
          </div>
        );
      })}
      {more > 0 ? (
        <div className={STUB}>
          <MapBox stage="address" icon="more" label={`${formatCount(more)} more`} to={all} />
        </div>
      ) : null}
    </div>
  );
}
