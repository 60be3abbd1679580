import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router-dom";
import * as z from "zod/mini";
import { appConfigQuery } from "#api/app-config.ts";
import { absoluteBase, getRefusedKey, useConnection } from "#api/connection.ts";
import { signOut } from "#api/tabs.ts";
import { ownKey } from "#resources/own-key.ts";
import { href } from "#resources/paths.ts";
import { Button } from "#ui/button.tsx";
import { FindKey } from "#components/find-key.tsx";
import { Icon } from "#ui/icon.tsx";
import { Note } from "#ui/note.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { ConnectForm } from "./connect-form.tsx";
import { safeNext, type Refusal } from "./outcome.ts";

const Came = z.object({
  refused: z.object({
    msg: z.string(),
    status: z.optional(z.number()),
    code: z.optional(z.string()),
    operationId: z.optional(z.string()),
    baseUrl: z.optional(z.string()),
  }),
});

type Before = { baseUrl: string | undefined; before: Refusal | null; note?: string };

function beforeOf(state: unknown): Before {
  const came = Came.safeParse(state);
  if (!came.success) return { baseUrl: undefined, before: null };
  const { msg, status, code, operationId, baseUrl } = came.data.refused;
  if (ownKey.deleted)
    return {
      baseUrl,
      before: null,
      note: "You deleted the key this console used. Sign in with another key.",
    };
  if (status === undefined) return { baseUrl, before: null, note: msg };
  const text = `The service no longer accepts your key: ${msg}`;
  const before: Refusal = { field: "key", text, status, code, operationId };
  return { baseUrl, before };
}

/** /connect: signs in to a service with a key. */
export function Component() {
  const { data: config } = useQuery(appConfigQuery);
  const { state } = useLocation();
  const { note, ...came } = beforeOf(state);
  useEffect(() => {
    document.title = "Sign in · Gatehouse";
  }, []);
  return (
    <main className="grid min-h-dvh place-items-center bg-surface-raised px-4 py-8">
      <div className="grid w-full max-w-84 gap-5">
        <div className="flex items-center gap-2 font-strong">
          <Icon name="gate" size={20} className="text-accent-text" />
          Gatehouse
        </div>
        <div>
          <h1>Sign in</h1>
          <p className="mt-1 text-content-muted">Use an API key from your account.</p>
        </div>
        <InUse />
        {note ? <Note>{note}</Note> : null}
        {config ? <ConnectForm config={config} {...came} /> : <Skeleton className="h-64" />}
        <FindKey />
      </div>
    </main>
  );
}

function InUse() {
  const connection = useConnection();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  // Another tab may have handed the refused one over.
  if (!connection || connection.key === getRefusedKey()) return null;
  const next = safeNext(params.get("next"), window.location.origin, href.sessions());
  return (
    <Note
      actions={
        <>
          <Button size="sm" onClick={() => void navigate(next)}>
            Continue
          </Button>
          <Button size="sm" variant="ghost" onClick={signOut}>
            Sign out
          </Button>
        </>
      }
    >
      You are signed in to {new URL(absoluteBase(connection.baseUrl)).host}.
    </Note>
  );
}
