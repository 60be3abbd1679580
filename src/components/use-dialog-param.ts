import { useLocation, useNavigate, useSearchParams } from "react-router-dom";
import { OPENS_DIALOG } from "./opens-dialog.ts";

/** A dialog that the address asks for by `name`; closing it also drops the parameters `others`. */
export function useDialogParam(name: string, others: readonly string[] = []) {
  const [params, setParams] = useSearchParams();
  const navigate = useNavigate();
  const { state } = useLocation();
  const isOpen = params.has(name);
  return {
    isOpen,
    open: () => setParams((now) => new URLSearchParams([...now, [name, ""]]), { state: OPENS_DIALOG }),
    close: () => {
      if (state?.opensDialog === true) return void navigate(-1);
      const left = [...params].filter(([key]) => key !== name && !others.includes(key));
      return setParams(left, { replace: true });
    },
  };
}
