import { useNavigate } from "react-router-dom";
import { NewBackendDialog } from "#edges/new-backend-dialog.tsx";
import { href } from "#resources/paths.ts";

/** Creates a tunnel group backend in a dialog over the list. */
export function Component() {
  const navigate = useNavigate();
  const close = () => void navigate(href.backends(), { replace: true });
  return <NewBackendDialog onMade={close} onClose={close} />;
}
