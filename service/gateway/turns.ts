/** Messages of all agents together that are read in one turn of the process. */
const TURN_MAX = 10;

/** Lets many agents at once take no more of each turn than a few may, so that requests get theirs. In the order they came. */
export class Turns {
  private used = 0;
  private ends = false;
  private readonly waiting: (() => void)[] = [];

  /** Acts now, while this turn has room; else answers false and acts in a later one. */
  take(act: () => void): boolean {
    this.endTurn();
    if (this.used >= TURN_MAX || this.waiting.length > 0) {
      this.waiting.push(act);
      return false;
    }
    this.used += 1;
    act();
    return true;
  }

  private endTurn(): void {
    if (this.ends) return;
    this.ends = true;
    setImmediate(() => {
      this.ends = false;
      this.used = 0;
      if (this.waiting.length === 0) return;
      this.endTurn();
      const next = this.waiting.splice(0, TURN_MAX);
      this.used = next.length;
      for (const act of next) act();
    });
  }
}
