import type { OwnAddress } from "./own-address.ts";

/** That the operator is locked out; the words go on after the address. */
export const LockoutText = ({ own, children }: { own: OwnAddress; children: string }) => (
  <>
    <strong>This locks you out.</strong> Your address <span className="font-mono">{own.text}</span> {children}
  </>
);
