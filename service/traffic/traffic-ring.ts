/** An event as JSON, without captured bodies. */
export type RingEntry = { id: string; text: string };

const EVENTS_MAX = 2_000;
/** Of the JSON, in characters. */
const CHARACTERS_MAX = 8_000_000;

/** The last events of this process, for those who watch. Each has a number, from 1 on. */
export class TrafficRing {
  private entries: RingEntry[] = [];
  private first = 1;
  private characters = 0;

  /** The number of the newest; 0 before the first. */
  get last(): number {
    return this.first + this.entries.length - 1;
  }

  push(entry: RingEntry): void {
    this.entries.push(entry);
    this.characters += entry.text.length;
    if (this.entries.length > EVENTS_MAX || this.characters > CHARACTERS_MAX) this.drop();
  }

  /** The number of the oldest that is still here. */
  get oldest(): number {
    return this.first;
  }

  at(number: number): RingEntry | undefined {
    return this.entries[number - this.first];
  }

  /** The number of an event; null where it is not here any more. */
  numberOf(id: string): number | null {
    const index = this.entries.findIndex((entry) => entry.id === id);
    return index < 0 ? null : this.first + index;
  }

  /** The oldest go, a fifth of what may be kept at a time: to shift each one would move all the others. */
  private drop(): void {
    let [events, characters] = [0, 0];
    const from = this.entries.findLastIndex(({ text }) => {
      events += 1;
      characters += text.length;
      return events > EVENTS_MAX * 0.8 || characters > CHARACTERS_MAX * 0.8;
    });
    this.entries = this.entries.slice(from);
    this.first += from;
    this.characters = this.entries.reduce((sum, { text }) => sum + text.length, 0);
  }
}
