import { useNavigate } from "react-router-dom";
import { href } from "#resources/paths.ts";
import { lazyPart } from "#ui/lazy-export.ts";

const NewDestinationDialog = lazyPart(
  () => import("#components/new-destination-dialog.tsx"),
  "NewDestinationDialog",
);

/** Creates a destination over the list. */
export function Component() {
  const navigate = useNavigate();
  const close = () => void navigate(href.eventDestinations(), { replace: true });
  return <NewDestinationDialog onMade={close} onClose={close} />;
}
