import { edges } from "#resources/edges.ts";
import { pollEvery } from "#api/query-client.ts";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router-dom";
import { useEdgeAddress } from "#edges/use-edge-address.ts";
import { EDGE_NAMES, edgeName } from "#resources/edge-names.ts";
import { ownerOfEdge } from "#resources/module-owner.ts";
import { href } from "#resources/paths.ts";
import { AbsentEdge } from "#edges/restored.tsx";
import { ModulePage } from "#modules/editor/module-page.tsx";

/** As often as the module itself: what is beside it decides what can be done. */
const poll = pollEvery(15_000);

/** One module of an edge itself, in the editor of its kind. */
export function Component() {
  const { module = "" } = useParams();
  const edge = useEdgeAddress();
  const { protocol, id } = edge;
  const { data } = useQuery({ ...edges[protocol].detail(id), refetchInterval: poll });
  const name = edgeName(data ?? { id });
  return (
    <ModulePage
      owner={ownerOfEdge(edge)}
      wire={module}
      place={name}
      ownerName={EDGE_NAMES[protocol]}
      ownerHref={href.edge(protocol, id)}
      crumbs={[
        { label: "Edges", to: href.edges() },
        { label: name, to: href.edge(protocol, id) },
      ]}
      shown={data && { modules: data }}
      absent={<AbsentEdge protocol={protocol} id={id} known={data !== undefined} />}
    />
  );
}
