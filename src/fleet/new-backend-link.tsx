import { Link } from "react-router-dom";
import type { Tunnel } from "#contract/tunnel.ts";
import { href } from "#resources/paths.ts";

/** Leads to a new backend with the labels of a tunnel that none selects. */
export function NewBackendLink({ labels }: Pick<Tunnel, "labels">) {
  const query = Object.entries(labels ?? {}).map(([name, value]) => ["label", `${name}=${value}`]);
  return (
    <Link to={href.backendNew(`?${new URLSearchParams(query)}`)} className="link">
      Create backend
    </Link>
  );
}
