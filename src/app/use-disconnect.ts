import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router-dom";
import { forgetConnection } from "#api/connection.ts";
import { href } from "#resources/paths.ts";
import { forgetOnLeaving } from "./leaving.ts";

/** Leads to /connect, and forgets the key and all that was read with it once that is really entered. */
export function useDisconnect(): () => void {
  const client = useQueryClient();
  const navigate = useNavigate();
  return () => {
    forgetOnLeaving(() => {
      forgetConnection();
      client.clear();
    });
    void navigate(href.connect());
  };
}
