import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router-dom";
import { signOut } from "#api/tabs.ts";
import type { SigningOut } from "#forms/unsaved-guard.tsx";
import { href } from "#resources/paths.ts";
import { forgetOnLeaving } from "./leaving.ts";

/** Leads to /connect, and signs out and forgets all that was read once that is really entered: unsaved changes ask first. */
export function useSignOut(): () => void {
  const client = useQueryClient();
  const navigate = useNavigate();
  return () => {
    forgetOnLeaving(() => {
      signOut();
      client.clear();
    });
    void navigate(href.connect(), { state: { signOut: true } satisfies SigningOut });
  };
}
