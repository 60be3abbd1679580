import { useNavigate, useSearchParams } from "react-router-dom";
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
  // Its secret is not kept, but that it was created is: a reload must not make another in silence.
  const [params, setParams] = useSearchParams();
  return (
    <NewDestinationDialog
      earlier={params.get("created")}
      onSecret={(id) => setParams({ created: id }, { replace: true })}
      onMade={() => void navigate(href.eventDestinations(), { replace: true })}
      onClose={useCloseToList("created")}
    />
  );
}
