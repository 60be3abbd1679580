import { useState } from "react";
import { useNavigate } from "react-router-dom";
import type { CreatedApiKey } from "#api/api-keys.ts";
import { href } from "#components/paths.ts";
import { NewKeyDialog } from "./new-key-dialog.tsx";
import { TokenDialog } from "./token-dialog.tsx";

/**
 * Makes a key over the list of keys, then shows its token once. The token lives in this component's state alone: no
 * cache, storage, URL or log ever holds it.
 */
export function Component() {
  const [created, setCreated] = useState<CreatedApiKey | null>(null);
  const navigate = useNavigate();
  if (!created) {
    return <NewKeyDialog onCreated={setCreated} onClose={() => void navigate(href.keys())} />;
  }
  return <TokenDialog created={created} onClosed={() => void navigate(href.keys(), { replace: true })} />;
}
