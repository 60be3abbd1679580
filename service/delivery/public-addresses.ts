import { type LookupAddress, lookup } from "node:dns";
import type { LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";
import { isPublicAddress } from "#contract/public-address.ts";

/** A target that leads to where only the service can go. */
export class PrivateAddress extends Error {
  override name = "PrivateAddress";
  code = "EPRIVATE";
}

function refuse(): PrivateAddress {
  return new PrivateAddress(
    "leads into a private network. Start the service with --private-destinations to allow it",
  );
}

/** A host that is an address is never looked up. @throws PrivateAddress */
export function checkHost(hostname: string): void {
  const address = hostname.replace(/^\[|\]$/g, "");
  if (ipaddr.isValid(address) && !isPublicAddress(address)) throw refuse();
}

/**
 * Looks a name up as a connection to it begins, so that no later answer of DNS leads elsewhere. One address that is not
 * public refuses the name.
 */
export const lookupPublic: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    const [first] = addresses ?? [];
    if (error || !first) return callback(error ?? new Error("no address"), "", 0);
    if (!addresses.every(({ address }) => isPublicAddress(address))) return callback(refuse(), "", 0);
    if (options.all) return callback(null, addresses);
    return callback(null, first.address, first.family);
  });
};
