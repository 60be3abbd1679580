import { useContext } from "react";
import { UNSAFE_DataRouterContext as RouterContext, useNavigate } from "react-router-dom";
import { AFTER_DELETE } from "#forms/unsaved-guard.tsx";

/**
 * After something was deleted: goes to what is around its page, if that page or one below it is open at that moment. Works
 * after the caller has left the screen, as the undo of a toast does.
 */
export function useLeaveGone(): (page: string, around: string) => void {
  const router = useContext(RouterContext)?.router;
  const navigate = useNavigate();
  return (page, around) => {
    const at = router?.state.location.pathname ?? "";
    if (at === page || at.startsWith(`${page}/`))
      void navigate(around, { replace: true, state: AFTER_DELETE });
  };
}
