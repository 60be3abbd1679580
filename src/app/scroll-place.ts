import type { Location } from "react-router-dom";

/**
 * Under which name it is kept how far a page was scrolled. The first page of each load has the same key, whatever its address: kept
 * by that, one that was opened by its address would start where another was.
 */
export const scrollPlace = ({
  key,
  pathname,
  search,
}: Pick<Location, "key" | "pathname" | "search">): string => (key === "default" ? pathname + search : key);
