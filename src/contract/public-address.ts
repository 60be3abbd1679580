import ipaddr from "ipaddr.js";

/** Whether anyone on the internet may have this address. */
export const isPublicAddress = (address: string): boolean =>
  ipaddr.isValid(address) && ipaddr.process(address).range() === "unicast";

/** Whether the host of a URL says by itself that it is not public: other names are known only once they are looked up. */
export function isPrivateHost(hostname: string): boolean {
  const address = hostname.replace(/^\[|\]$/g, "");
  return /(^|\.)localhost$/.test(hostname) || (ipaddr.isValid(address) && !isPublicAddress(address));
}
