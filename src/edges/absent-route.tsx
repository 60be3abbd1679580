import { useQuery } from "@tanstack/react-query";
import { isAbsent } from "#api/errors.ts";
import { ItsActivity } from "#components/no-such.tsx";
import { Absent } from "#components/query-gate.tsx";
import { edges } from "#resources/edges.ts";
import { href } from "#resources/paths.ts";
import { ButtonLink } from "#ui/button.tsx";
import { AbsentEdge, RestoredAs } from "./restored.tsx";

/** In place of a route that the service does not know, or of its edge where that is gone too; `known` = it was there before. */
export function AbsentRoute(props: { edgeId: string; routeId: string; known: boolean }) {
  const { edgeId, routeId, known } = props;
  const { data, error } = useQuery(edges.https.detail(edgeId));
  if (isAbsent(error)) return <AbsentEdge protocol="https" id={edgeId} known={data !== undefined} />;
  const back = (
    <>
      <RestoredAs id={routeId} noun="route" />
      <ButtonLink to={href.httpsEdge(edgeId)}>Open edge</ButtonLink>
      <ItsActivity id={routeId} />
    </>
  );
  return <Absent what="route" id={routeId} known={known} back={back} />;
}
