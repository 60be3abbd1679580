import { createHmac } from "node:crypto";
import { hashToken, sameHash } from "../store/tokens.ts";

/** An address, "" of a tunnel without one, and the session that had it; older services did not name that. */
export type KeptAddress = { hostport: string; sessionId: string | undefined };

/** Lets agents come back at the addresses of their last session, and nobody else. */
export type KeptAddresses = {
  /** What an agent shows to get this address again, with the same authtoken. */
  seal: (credentialId: string, hostport: string, sessionId: string) => string;
  /** The address it was for; null when it is not this authtoken’s, or not ours. */
  open: (credentialId: string, kept: string) => KeptAddress | null;
};

/** `key` = a secret of the account, so that it holds at every process and after a restart. */
export function createKeptAddresses(key: string | Buffer): KeptAddresses {
  const proofOf = (credentialId: string, claim: string): string =>
    createHmac("sha256", key).update(`address\n${credentialId}\n${claim}`).digest("base64url");
  return {
    seal: (credentialId, hostport, sessionId) => {
      const claim = `${hostport} ${sessionId}`;
      return `${claim} ${proofOf(credentialId, claim)}`;
    },
    open: (credentialId, kept) => {
      const end = kept.lastIndexOf(" ");
      const claim = kept.slice(0, Math.max(end, 0));
      const [hostport = "", sessionId] = claim.split(" ");
      const right = proofOf(credentialId, claim);
      return sameHash(hashToken(kept.slice(end + 1)), hashToken(right)) ? { hostport, sessionId } : null;
    },
  };
}
