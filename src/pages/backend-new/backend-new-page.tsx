import { useNavigate, useSearchParams } from "react-router-dom";
import { useCloseToList } from "#components/use-close-to-list.ts";
import { NewBackendDialog } from "#edges/new-backend-dialog.tsx";
import { href } from "#resources/paths.ts";

/** Creates a tunnel group backend in a dialog over the list. */
export function Component() {
  const navigate = useNavigate();
  const [asked] = useSearchParams();
  const labels = asked.getAll("label").map((label) => {
    const [name = "", ...value] = label.split("=");
    return { name, value: value.join("=") };
  });
  return (
    <NewBackendDialog
      {...(labels.length > 0 && { labels })}
      onMade={() => void navigate(href.backends(), { replace: true })}
      onClose={useCloseToList()}
    />
  );
}
