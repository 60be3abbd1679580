import { Outlet } from "react-router-dom";

/** Navigation and the page beside it. */
export function Shell() {
  return <Outlet />;
}
