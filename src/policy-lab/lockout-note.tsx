import type { ReactNode } from "react";
import { Note } from "#ui/note.tsx";
import { type OwnAddress, useOwnAddress } from "./own-address.ts";
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
  return (
    <OwnAddressNote
      lockout={(own) => {
        const out = lockedOut(props.before, props.after, own);
        return out.length === 0
          ? null
          : `is allowed by ${out.map(props.nameOf).join(", ")} now, and will be blocked.`;
      }}
    />
  );
}

/** Whether {@link LockoutNote} says that the change locks the operator out, for a bar that is far from it. */
export function useLocksOut(before: readonly RuleLike[], after: readonly RuleLike[]): boolean {
  const own = useOwnAddress();
  return Boolean(own && lockedOut(before, after, own).length > 0);
}

/** Warns of what a change does to the operator's own address, in words that go on after it; null = it locks nobody out. */
export function OwnAddressNote({ lockout }: { lockout: (own: OwnAddress) => string | null }): ReactNode {
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
  const words = lockout(own);
  if (words === null) return null;
  return (
    <Note tone="warn">
      <strong>This locks you out.</strong> Your address <span className="font-mono">{own.text}</span> {words}
    </Note>
  );
}
