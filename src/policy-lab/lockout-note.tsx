import type { ReactNode } from "react";
import { plural } from "#ui/format.ts";
import { Note } from "#ui/note.tsx";
import { LockoutText } from "./lockout-text.tsx";
import { type OwnAddress, useOwnAddress } from "./own-address.ts";

/** Warns of what a change does to the operator's own address, in words that go on after it; null = it locks nobody out. */
export function OwnAddressNote({ lockout }: { lockout: (own: OwnAddress) => string | null }): ReactNode {
  const own = useOwnAddress();
  if (own === undefined) return null;
  if (own === null) return <UncheckedNote />;
  const words = lockout(own);
  if (words === null) return null;
  return (
    <Note tone="warn">
      <LockoutText own={own}>{words}</LockoutText>
    </Note>
  );
}

/** What happens to the operator’s address in these policies, in words that go on after it. */
export const lockoutWords = (policies: readonly string[]): string =>
  `is allowed by ${policies.join(", ")} now, and will be blocked wherever ${plural(policies.length, "it is", "they are")} used.`;

/** That nobody knows whether the operator is locked out. */
export const UncheckedNote = () => (
  <p className="text-xs text-content-muted">
    Your own address is unknown, so lock-outs are not checked. Enter it under “Try an address” on the IP rules
    page.
  </p>
);
