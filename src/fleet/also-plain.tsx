import { useQuery } from "@tanstack/react-query";
import { servedConfigQuery } from "#api/served-config.ts";

/** Of an address that is reached over https: whether the edge answers it without TLS too. */
export function AlsoPlain() {
  const { listens } = useQuery(servedConfigQuery).data?.edge ?? {};
  return listens?.includes("http") ? (
    <span className="block text-xs text-content-muted">Also open over http://, without encryption.</span>
  ) : null;
}
