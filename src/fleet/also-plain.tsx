import { useQuery } from "@tanstack/react-query";
import { servedConfigQuery } from "#api/served-config.ts";
import { useTcpPorts } from "#resources/closing.ts";
import { faultWay } from "#resources/edge-way.ts";

/** Of an address that is reached over https: whether the edge answers it without TLS too, and how that ends. */
export function AlsoPlain() {
  const { listens, httpPort = 80 } = useQuery(servedConfigQuery).data?.edge ?? {};
  if (!listens?.includes("http")) return null;
  const where = httpPort === 80 ? "" : ` on port ${httpPort}`;
  return (
    <span className="block text-xs text-content-muted">
      {`Also reachable over http://${where}, without encryption.`}{" "}
      <span>
        Start Gatehouse with <code className="font-mono whitespace-nowrap">--edge-http off</code> to close it.
      </span>
    </span>
  );
}

/** Of an agent's own address, that nothing restricts who can connect. Of another service it is not known: agents there may restrict it. */
export function OpenToAnyone(props: {
  proto?: string | null | undefined;
  address: string | null | undefined;
}) {
  const { edge } = useQuery(servedConfigQuery).data ?? {};
  const ports = useTcpPorts();
  if (!edge || faultWay({ id: "", ...props }, { ports })) return null;
  const isVisited = props.proto !== "tcp" && props.proto !== "tls";
  return (
    <span className="block text-xs text-content-muted">
      {isVisited ? "Anyone with this URL can open it." : "Anyone with this address can connect."}
    </span>
  );
}
