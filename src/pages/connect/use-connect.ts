import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate, useSearchParams } from "react-router-dom";
import { absoluteBase, getConnection, setConnection, type Connection } from "#api/connection.ts";
import { tellTabs } from "#api/tabs.ts";
import type { AppConfig } from "#contract/app-config.ts";
import { forgetVisit } from "#fleet/forget-visit.ts";
import { ownKey } from "#resources/own-key.ts";
import { href } from "#resources/paths.ts";
import { exchangeCode, tryConnection } from "#resources/sign-in.ts";
import { checkInput, LINK_WITH_KEY, linkRefusalOf, refusalOf, safeNext, type Refusal } from "./outcome.ts";

/**
 * `connect` tries a connection with a real read; keeps it and goes on when the service accepts it, else says why not.
 * `keyOf` exchanges a link's code for a key; null when it says why not.
 */
export function useConnect(config: AppConfig, before: Refusal | null) {
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState(before);
  const navigate = useNavigate();
  const client = useQueryClient();
  const [params] = useSearchParams();
  const { origin } = window.location;

  const connect = async (typed: Connection, remember: boolean): Promise<void> => {
    const wrong = checkInput(typed, origin);
    setRefusal(wrong);
    if (wrong) return;
    const connection = { ...typed, baseUrl: absoluteBase(typed.baseUrl, origin) };
    setBusy(true);
    let blocked = false;
    const onViolation = ({ effectiveDirective }: SecurityPolicyViolationEvent) => {
      if (effectiveDirective === "connect-src") blocked = true;
    };
    document.addEventListener("securitypolicyviolation", onViolation);
    try {
      await tryConnection(connection);
    } catch (error) {
      // The browser reports the violation in a task of its own, after it has failed the request.
      await new Promise((resolve) => setTimeout(resolve));
      const forwards = config.forwards && connection.baseUrl === absoluteBase(config.baseUrl);
      setRefusal(refusalOf(error, connection, origin, blocked, forwards));
      return;
    } finally {
      document.removeEventListener("securitypolicyviolation", onViolation);
      setBusy(false);
    }
    client.clear();
    // The page that a link opens knows the key before it only as this tab kept it.
    if (getConnection()?.key !== connection.key) forgetVisit();
    setConnection(connection, { remember });
    tellTabs({ signedIn: connection.baseUrl });
    // What was open when the key was deleted is its own page.
    const next = ownKey.deleted ? href.keys() : params.get("next");
    ownKey.deleted = false;
    await navigate(safeNext(next, origin, href.sessions()), { replace: true });
  };
  const keyOf = async (code: string | null, place: Omit<Connection, "key">): Promise<string | null> => {
    if (code === null) {
      setRefusal(LINK_WITH_KEY);
      return null;
    }
    setBusy(true);
    try {
      return await exchangeCode(code, place);
    } catch (error) {
      setRefusal(linkRefusalOf(error, { ...place, key: "" }, origin));
      setBusy(false);
      return null;
    }
  };
  return { busy, refusal, connect, keyOf };
}
