import { createHmac } from "node:crypto";
import { hashToken, sameHash } from "../store/tokens.ts";

/** Lets agents come back at the addresses that were chosen for them, and nobody else. */
export type KeptAddresses = {
  /** What an agent shows to get this address again, with the same authtoken. */
  seal: (credentialId: string, hostport: string) => string;
  /** The address it was for; null when it is not this authtoken’s, or not ours. */
  open: (credentialId: string, kept: string) => string | null;
};

/** `key` = a secret of the account, so that it holds at every process and after a restart. */
export function createKeptAddresses(key: string | Buffer): KeptAddresses {
  const proofOf = (credentialId: string, hostport: string): string =>
    createHmac("sha256", key).update(`address\n${credentialId}\n${hostport}`).digest("base64url");
  return {
    seal: (credentialId, hostport) => `${hostport} ${proofOf(credentialId, hostport)}`,
    open: (credentialId, kept) => {
      const [hostport = "", proof = ""] = kept.split(" ");
      const right = proofOf(credentialId, hostport);
      return sameHash(hashToken(proof), hashToken(right)) ? hostport : null;
    },
  };
}
