import { useEffect } from "react";
import { useSearchParams, type NavigateOptions } from "react-router-dom";
import { newestParams } from "./url-state.ts";

/** One parameter of the URL, "" where it has none, and the way to change it; an empty text takes it out. */
export function useParam(name: string, options?: NavigateOptions) {
  const [params, setParams] = useSearchParams();
  useEffect(() => void newestParams(params), [params]);
  const set = (text: string) => {
    const next = new URLSearchParams(newestParams());
    if (text === "") next.delete(name);
    else next.set(name, text);
    setParams(newestParams(next), options);
  };
  return [params.get(name) ?? "", set] as const;
}
