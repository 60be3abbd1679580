import { useState } from "react";
import { describeError, type Described, isVain } from "#api/errors.ts";
import { Button } from "#ui/button.tsx";
import { CopyId } from "#ui/copy-id.tsx";
import { Note } from "#ui/note.tsx";

/** A failure in full: what was tried, the service's words, what to do; its status, code and operation id under "Details". */
export function ErrorNote({
  error,
  tried,
  onRetry,
}: {
  error: unknown;
  tried: string;
  onRetry?: () => unknown;
}) {
  const [busy, setBusy] = useState(false);
  const retry = async () => {
    setBusy(true);
    await onRetry?.();
    setBusy(false);
  };
  const { title, detail, hint, ...named } = describeError(error, tried);
  return (
    <Note
      tone="bad"
      actions={
        onRetry ? (
          <Button size="sm" icon="refresh" busy={busy} onClick={() => void retry()}>
            Try again
          </Button>
        ) : null
      }
    >
      <strong>{title}</strong>
      <p>{detail}</p>
      {/* Where a way on is offered, none says that it leads nowhere. */}
      {hint && !(onRetry && isVain(error)) ? <p>{hint}</p> : null}
      <ErrorDetails {...named} />
    </Note>
  );
}

type Named = Pick<Described, "status" | "code" | "operationId">;

/** What support asks for, out of the way: the status and code of an error, and the id of its operation. */
export function ErrorDetails({ status, code, operationId }: Named) {
  if (!status && !code && !operationId) return null;
  return (
    <details className="text-xs text-content-muted">
      <summary className="w-fit cursor-pointer leading-6">Details</summary>
      <span className="flex flex-wrap items-center gap-x-3">
        {status ? <span>Status {status}</span> : null}
        {code ? <code className="font-mono">{code}</code> : null}
        {operationId ? <CopyId id={operationId} /> : null}
      </span>
    </details>
  );
}
