import type { ReactNode } from "react";
import { Note } from "#ui/note.tsx";
import { useOwnAddress } from "./own-address.ts";
import { lockedOut, type RuleLike } from "./verdict.ts";

/**
 * Warns when the change from `before` to `after` would keep the operator's own address out of a policy that lets it in now.
 * Where the address is unknown it says that nothing was checked.
 */
export function LockoutNote(props: {
  before: readonly RuleLike[];
  after: readonly RuleLike[];
  nameOf: (id: string) => string;
}): ReactNode {
  const own = useOwnAddress();
  if (own === undefined) return null;
  if (own === null) {
    return (
      <p className="text-xs text-content-muted">
        Your own address is unknown, so lock-outs are not checked. Enter it under “Try an address” on the IP
        rules page.
      </p>
    );
  }
  const out = lockedOut(props.before, props.after, own);
  if (out.length === 0) return null;
  return (
    <Note tone="warn">
      <strong>This locks you out.</strong> Your address <span className="font-mono">{own.text}</span> is
      allowed by {out.map(props.nameOf).join(", ")} now, and will be blocked.
    </Note>
  );
}
