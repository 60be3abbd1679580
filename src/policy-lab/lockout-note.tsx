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
  if (!own) {
    return (
      <p className="text-xs text-content-muted">
        Not checked: whether this locks out your own address. Tell it under “Try an address” on the page of IP
        rules.
      </p>
    );
  }
  const out = lockedOut(props.before, props.after, own);
  if (out.length === 0) return null;
  return (
    <Note tone="warn">
      <strong>This would lock out your own address.</strong> <span className="font-mono">{own.text}</span> is
      allowed by {out.map(props.nameOf).join(", ")} now and would be blocked.
    </Note>
  );
}
