import { useNavigate } from "react-router-dom";
import { useCloseToList } from "#components/use-close-to-list.ts";
import { href } from "#resources/paths.ts";
import { lazyPart } from "#ui/lazy-export.ts";

const NewDestinationDialog = lazyPart(
  () => import("#components/new-destination-dialog.tsx"),
  "NewDestinationDialog",
);

/** Creates a destination over the list. */
export function Component() {
  const navigate = useNavigate();
  return (
    <NewDestinationDialog
      onMade={() => void navigate(href.eventDestinations(), { replace: true })}
      onClose={useCloseToList()}
    />
  );
}
