/** Of more addresses than this, the one that failed first is forgotten. */
const MOST = 10_000;

/** What is known of addresses that failed, the last to fail last. */
export class FailedAddresses<T> {
  private readonly known = new Map<string, T>();

  get(address: string): T | undefined {
    return this.known.get(address);
  }

  set(address: string, what: T): void {
    this.known.delete(address);
    this.known.set(address, what);
    const [oldest] = this.known.keys();
    if (this.known.size > MOST && oldest !== undefined) this.known.delete(oldest);
  }
}
