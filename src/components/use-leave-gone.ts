import { useContext } from "react";
import { UNSAFE_DataRouterContext as RouterContext, useNavigate } from "react-router-dom";
import { AFTER_DELETE } from "#forms/unsaved-guard.tsx";

const isAt = (at: string, page: string) => at === page || at.startsWith(`${page}/`);

/**
 * Before an undo deletes something: leaves its page, or one below it, for what is around that, asked as on every other way
 * out. Null where one stays: then nothing may be deleted. Else it leads on to what took its place, from where it led to.
 * Works after the caller has left the screen.
 */
export function useLeaveFirst(): (page: string, around: string) => Promise<((on: string) => void) | null> {
  const router = useContext(RouterContext)?.router;
  return async (page, around) => {
    if (!router || !isAt(router.state.location.pathname, page)) return () => undefined;
    await router.navigate(around, { replace: true });
    const leadOn = (on: string) => {
      if (router.state.location.pathname === around) void router.navigate(on, { replace: true });
    };
    return new Promise((resolve) => {
      let stop: (() => void) | undefined;
      const look = () => {
        const { location, blockers } = router.state;
        const isLeft = !isAt(location.pathname, page);
        const isAsked = [...blockers.values()].some(({ state }) => state !== "unblocked");
        if (!isLeft && isAsked) return;
        stop?.();
        resolve(isLeft ? leadOn : null);
      };
      stop = router.subscribe(look);
      look();
    });
  };
}

/**
 * After something was deleted: goes to what is around its page, if that page or one below it is open at that moment. Works
 * after the caller has left the screen, as the undo of a toast does.
 */
export function useLeaveGone(): (page: string, around: string) => void {
  const router = useContext(RouterContext)?.router;
  const navigate = useNavigate();
  return (page, around) => {
    const at = router?.state.location.pathname ?? "";
    if (isAt(at, page)) void navigate(around, { replace: true, state: AFTER_DELETE });
  };
}
