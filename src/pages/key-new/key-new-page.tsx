import { useWrites } from "#resources/writes.ts";
import { useState } from "react";
import { useNavigate, useSearchParams } from "react-router-dom";
import { apiKeys, type CreatedApiKey } from "#resources/api-keys.ts";
import { href } from "#resources/paths.ts";
import { useCloseToList } from "#components/use-close-to-list.ts";
import { curlOf } from "#components/curl.ts";
import { CodeBlock } from "#ui/code-block.tsx";
import { TokenDialog } from "#components/token-dialog.tsx";
import { NewKeyDialog } from "./new-key-dialog.tsx";

/**
 * Makes a key over the list of keys, then shows its token once. The token lives in this component's state alone: no
 * cache, storage, URL or log ever holds it.
 */
export function Component() {
  const [created, setCreated] = useState<CreatedApiKey | null>(null);
  const navigate = useNavigate();
  const close = useCloseToList("created");
  const { remove } = useWrites(apiKeys);
  // Its token is not kept, but that it was created is: a reload must not make another in silence.
  const [params, setParams] = useSearchParams();
  if (!created) {
    const onCreated = (key: CreatedApiKey) => {
      setParams({ created: key.id }, { replace: true });
      setCreated(key);
    };
    return <NewKeyDialog earlier={params.get("created")} onCreated={onCreated} onClose={close} />;
  }
  return (
    <TokenDialog
      one="key"
      name={created.description ?? ""}
      token={created.token}
      remove={() => remove(created.id)}
      onClosed={() => void navigate(href.keys(), { replace: true })}
    >
      {({ onReplaced }) => (
        <div className="grid gap-2">
          <p>Set it as GATEHOUSE_API_KEY where it is used. Then check that it works:</p>
          <CodeBlock
            label="the command"
            text={curlOf({ method: "GET", path: "/tunnel_sessions" })}
            onCopied={onReplaced}
          />
        </div>
      )}
    </TokenDialog>
  );
}
