import { useParams } from "react-router-dom";
import { RolloutDetail } from "./rollout-detail.tsx";
import { RolloutTable } from "./rollout-table.tsx";

/** /rollouts and /rollouts/:id: the list, or the one that the path names. */
export function Component() {
  const { id } = useParams();
  return id === undefined ? <RolloutTable /> : <RolloutDetail key={id} id={id} />;
}
