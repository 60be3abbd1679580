/** How many of something each key, authtoken or address has at a time: "agents online" of "This address". */
export class Places {
  private readonly taken = new Map<string, number>();
  private readonly owner: string;
  private readonly what: string;
  private readonly most: number;

  constructor(owner: string, what: string, most: number) {
    this.owner = owner;
    this.what = what;
    this.most = most;
  }

  /** Takes a place of `key` until `gone` resolves; answers null, or why there is none. */
  take(key: string, gone: Promise<unknown>): string | null {
    const count = this.taken.get(key) ?? 0;
    if (count >= this.most) return `${this.owner} has reached its limit of ${this.what}: ${this.most}.`;
    this.taken.set(key, count + 1);
    void gone.then(() => this.giveBack(key));
    return null;
  }

  private giveBack(key: string): void {
    const left = (this.taken.get(key) ?? 1) - 1;
    if (left === 0) this.taken.delete(key);
    else this.taken.set(key, left);
  }
}
