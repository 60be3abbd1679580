import { useNavigate } from "react-router-dom";
import { useCloseToList } from "#components/use-close-to-list.ts";
import { NewBackendDialog } from "#edges/new-backend-dialog.tsx";
import { href } from "#resources/paths.ts";

/** Creates a tunnel group backend in a dialog over the list. */
export function Component() {
  const navigate = useNavigate();
  return (
    <NewBackendDialog
      onMade={() => void navigate(href.backends(), { replace: true })}
      onClose={useCloseToList()}
    />
  );
}
