import { useNavigate } from "react-router-dom";
import { useCloseToList } from "#components/use-close-to-list.ts";
import { href } from "#resources/paths.ts";
import { lazyPart } from "#ui/lazy-export.ts";

const NewAuthorityDialog = lazyPart(
  () => import("#components/new-authority-dialog.tsx"),
  "NewAuthorityDialog",
);

/** Creates a certificate authority over the list. */
export function Component() {
  const navigate = useNavigate();
  return (
    <NewAuthorityDialog
      onMade={() => void navigate(href.certificateAuthorities(), { replace: true })}
      onClose={useCloseToList()}
    />
  );
}
