import { useNavigate, useSearchParams } from "react-router-dom";

/**
 * Closes a dialog over its list (a child route): the list stays searched, filtered and sorted as it was. `own` are the
 * parameters of the dialog.
 */
export function useCloseToList(...own: readonly string[]): () => void {
  const navigate = useNavigate();
  const [params] = useSearchParams();
  return () => {
    const search = new URLSearchParams([...params].filter(([name]) => !own.includes(name)));
    void navigate({ pathname: "..", search: String(search) }, { replace: true });
  };
}
