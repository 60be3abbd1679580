import { useQuery } from "@tanstack/react-query";
import { servedConfigQuery } from "#api/served-config.ts";
import { useTcpPorts } from "#resources/closing.ts";
import { faultWay } from "#resources/edge-way.ts";

/** Of an address that is reached over https: whether the edge answers it without TLS too. */
export function AlsoPlain() {
  const { listens } = useQuery(servedConfigQuery).data?.edge ?? {};
  return listens?.includes("http") ? (
    <span className="block text-xs text-content-muted">Also open over http://, without encryption.</span>
  ) : null;
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
