import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/** An address without what only its socket needs: IPv4 mapped into IPv6 reads as IPv4, a zone is left out. */
export function plainIp(address: string): string {
  const plain = address.toLowerCase().replace(/%.*$/, "");
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(plain);
  return mapped?.[1] ?? plain;
}

/** Of more addresses than this, the one that failed first is forgotten. */
const MOST = 10_000;

/** Who has an address of IPv6 has its whole /64. */
const networkOf = (address: string): string =>
  isIP(address) === 6 ? ipaddr.parse(address).toByteArray().slice(0, 8).join() : address;

/** What is known of addresses that failed, the last to fail last; those of one network are one. */
export class FailedAddresses<T> {
  private readonly known = new Map<string, T>();

  get(address: string): T | undefined {
    return this.known.get(networkOf(address));
  }

  set(address: string, what: T): void {
    const network = networkOf(address);
    this.known.delete(network);
    this.known.set(network, what);
    const [oldest] = this.known.keys();
    if (this.known.size > MOST && oldest !== undefined) this.known.delete(oldest);
  }
}
