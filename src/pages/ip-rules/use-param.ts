import { useSearchParams, type NavigateOptions } from "react-router-dom";

/** One parameter of the URL, "" where it has none, and the way to change it; an empty text takes it out. */
export function useParam(name: string, options?: NavigateOptions) {
  const [params, setParams] = useSearchParams();
  const set = (text: string) =>
    setParams((current) => {
      const next = new URLSearchParams(current);
      if (text === "") next.delete(name);
      else next.set(name, text);
      return next;
    }, options);
  return [params.get(name) ?? "", set] as const;
}
