import { edges } from "#resources/edges.ts";
import { useQuery } from "@tanstack/react-query";
import { useMatch, useParams } from "react-router-dom";
import { edgeName } from "#resources/edge-names.ts";
import { ownerOfEdge } from "#resources/module-owner.ts";
import { type EdgeProtocol, href, paths } from "#resources/paths.ts";
import { Absent } from "#components/query-gate.tsx";
import { ModulePage } from "#modules/editor/module-page.tsx";
import { ButtonLink } from "#ui/button.tsx";

const NAMES: Record<EdgeProtocol, string> = { https: "HTTPS edge", tls: "TLS edge", tcp: "TCP edge" };

/** Which of the three routes of this page is shown. */
function useProtocol(): EdgeProtocol {
  const tls = useMatch(paths.tlsEdgeModule);
  const tcp = useMatch(paths.tcpEdgeModule);
  return tls ? "tls" : tcp ? "tcp" : "https";
}

/** One module of an edge itself, in the editor of its kind. */
export function Component() {
  const { id = "", module = "" } = useParams();
  const protocol = useProtocol();
  const edge = { protocol, id };
  const { data } = useQuery(edges[protocol].detail(id));
  const name = edgeName(data ?? { id });
  const back = <ButtonLink to={href.edges()}>All edges</ButtonLink>;
  return (
    <ModulePage
      owner={ownerOfEdge(edge)}
      wire={module}
      place={name}
      ownerName={NAMES[protocol]}
      ownerHref={href.edge(protocol, id)}
      crumbs={[
        { label: "Edges", to: href.edges() },
        { label: name, to: href.edge(protocol, id) },
      ]}
      shown={data && { modules: data }}
      absent={<Absent what={NAMES[protocol]} id={id} back={back} />}
    />
  );
}
