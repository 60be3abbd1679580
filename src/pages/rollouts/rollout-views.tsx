import { useParams } from "react-router-dom";
import { RolloutDetail } from "./rollout-detail.tsx";
import { RolloutTable } from "./rollout-table.tsx";

/** The list of rollouts, or the one that the path names. */
export function RolloutViews() {
  const { id } = useParams();
  return id === undefined ? <RolloutTable /> : <RolloutDetail key={id} id={id} />;
}
