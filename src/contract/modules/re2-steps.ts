import { RE2JS } from "re2js";
import { type Node, Reader } from "./re2.ts";

/** What a pattern may be built into: a step takes about 3 µs, and a filter has up to 200 patterns. */
const STEPS_MAX = 2_500;
/** About what a Unicode class takes, and how many characters of a range that ignores case take as long as one step. */
const CLASS_STEPS = 100;
const FOLDS_IN_STEP = 50;

/** Reads a valid pattern as its reader does, and counts what RE2 would build of it. */
class Steps extends Reader {
  /** Steps that it is built into. */
  steps = 0;
  /** What reading its classes takes, which repeats don't multiply. */
  classes = 0;
  /** Of the thing that was read last, which may be repeated. */
  private last = 0;
  private members: (number | null)[] = [];
  private readonly folds: boolean;

  constructor(text: string) {
    super(text);
    this.folds = /\(\?[msU]*i/.test(text);
  }

  protected override term(depth: number): Node[] | null {
    const before = this.steps;
    this.steps += 1;
    const term = super.term(depth);
    if (term) this.last = this.steps - before;
    return term;
  }

  protected override repeat(term: Node[] | undefined): Node[] {
    const before = this.at;
    const repeated = super.repeat(term);
    const [, low = "1", high = low] = /^\{(\d+)(?:,(\d+))?/.exec(this.text.slice(before, this.at)) ?? [];
    this.steps += this.last * Math.max(0, Number(high) - 1) + Number(high) - Number(low);
    return repeated;
  }

  protected override quoted(): Node[] | null {
    const before = this.at;
    const quoted = super.quoted();
    this.steps += this.at - before;
    return quoted;
  }

  protected override unicodeClass(): null {
    this.classes += CLASS_STEPS;
    return super.unicodeClass();
  }

  protected override range(): void {
    this.members = [];
    super.range();
    const [low, high] = this.members;
    if (this.folds && typeof low === "number" && typeof high === "number")
      this.classes += Math.floor((high - low) / FOLDS_IN_STEP);
  }

  protected override setMember(): number | null {
    const member = super.setMember();
    this.members.push(member);
    return member;
  }
}

export const TOO_LARGE = "is too large to build. Repeat less, or use fewer classes";

/** Whether a valid pattern would take long to build: seconds of a process that others wait for (decisions/modules/re2.md). */
export function isTooLarge(pattern: string): boolean {
  const reader = new Steps(pattern);
  reader.whole();
  return reader.steps + reader.classes > STEPS_MAX;
}

/**
 * A valid pattern, ready to match.
 *
 * @throws Error where that would take long, in words that follow its name, or where RE2 takes it and its port does not.
 */
export function builtPattern(pattern: string): RE2JS {
  if (isTooLarge(pattern)) throw new Error(TOO_LARGE);
  return RE2JS.compile(pattern);
}
