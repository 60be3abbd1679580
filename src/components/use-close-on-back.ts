import { useEffect, useEffectEvent, useRef } from "react";
import { useLocation, useNavigationType } from "react-router-dom";

/** Closes what asks over a page once Back or Forward made that another: what it asks is about what is seen behind it. */
export function useCloseOnBack(close: () => void): void {
  const { key } = useLocation();
  const type = useNavigationType();
  const at = useRef(key);
  const act = useEffectEvent(() => {
    if (type === "POP") close();
  });
  useEffect(() => {
    if (at.current === key) return;
    at.current = key;
    act();
  }, [key]);
}
