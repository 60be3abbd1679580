/** A repeat and the repeats inside it: RE2 bounds the product of nested counts. */
export type Node = { count: number; inside: Node[] };

const COUNT_MAX = 1000;
const DEPTH_MAX = 1000;
const POSIX_CLASSES = new Set(
  "alnum alpha ascii blank cntrl digit graph lower print punct space upper word xdigit".split(" "),
);

const REPEAT = /[*+?]|\{\d+(,\d*)?\}/y;

class Fault extends Error {}

function refuse(message: string): never {
  throw new Fault(message);
}

/** `(a{n}){m}` copies `a` n·m times; more than 1000 copies are refused. */
function copiesFit(node: Node, room: number): boolean {
  const left = node.count > 0 ? Math.floor(room / node.count) : room;
  return node.count <= room && node.inside.every((inner) => copiesFit(inner, left));
}

/** Names of `\p{…}`: general categories and scripts, as the regular expressions of JavaScript know them. */
function isUnicodeClass(name: string): boolean {
  if (name === "Any") return true;
  if (!/^[A-Za-z_]+$/.test(name)) return false;
  return [`gc=${name}`, `Script=${name}`].some((property) => {
    try {
      return new RegExp(`\\p{${property}}`, "u") instanceof RegExp;
    } catch {
      return false;
    }
  });
}

/** Reads a pattern once from left to right; nothing is ever matched. */
export class Reader {
  protected at = 0;
  private readonly names = new Set<string>();
  protected readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  whole(): void {
    this.alternatives(0);
    if (this.at < this.text.length) refuse(") has no matching (");
  }

  private eat(token: string | RegExp): string | null {
    const found =
      typeof token === "string" ? this.text.startsWith(token, this.at) && token : this.match(token);
    if (!found) return null;
    this.at += found.length;
    return found;
  }

  private match(token: RegExp): string | undefined {
    token.lastIndex = this.at;
    return token.exec(this.text)?.[0];
  }

  private alternatives(depth: number): Node[] {
    if (depth > DEPTH_MAX) refuse(`groups nest deeper than ${DEPTH_MAX}`);
    const terms: Node[][] = [];
    let repeatable = false;
    while (this.at < this.text.length && this.text[this.at] !== ")") {
      if (this.eat("|")) repeatable = false;
      else if (this.match(REPEAT)) terms.push(this.repeat(repeatable ? terms.pop() : undefined));
      else {
        const term = this.term(depth);
        if (term) terms.push(term);
        repeatable ||= term !== null;
      }
    }
    return terms.flat();
  }

  /** `term` = what stands before, if anything. Two repeats in a row are refused, as RE2 does. */
  protected repeat(term: Node[] | undefined): Node[] {
    const operator = this.eat(REPEAT) ?? "";
    this.eat("?");
    if (!term) return refuse(`${operator} has nothing to repeat`);
    if (this.match(REPEAT)) refuse(`two repeats in a row after ${operator}`);
    if (!operator.startsWith("{")) return term;
    const [least, most] = operator.slice(1, -1).split(",");
    const low = Number(least);
    const high = most ? Number(most) : low;
    if (low > COUNT_MAX || high > COUNT_MAX || low > high) {
      refuse(`${operator} must count up, to at most ${COUNT_MAX}`);
    }
    const node = { count: high, inside: term };
    if (!copiesFit(node, COUNT_MAX)) refuse(`nested repeats are more than ${COUNT_MAX}`);
    return [node];
  }

  /** One thing that can be repeated; null for what leaves no trace, like flags. */
  protected term(depth: number): Node[] | null {
    if (this.eat("(")) return this.group(depth);
    if (this.eat("[")) return this.set();
    if (this.eat("\\Q")) return this.quoted();
    if (this.eat("\\")) this.escape(false);
    else this.eat(/./suy);
    return [];
  }

  protected quoted(): Node[] | null {
    const end = this.text.indexOf("\\E", this.at);
    const length = (end < 0 ? this.text.length : end) - this.at;
    this.at = end < 0 ? this.text.length : end + 2;
    return length > 0 ? [] : null;
  }

  private group(depth: number): Node[] | null {
    if (this.match(/\?<?[=!]/y)) refuse("lookahead and lookbehind, such as (?= and (?<!, are not supported");
    const flags = this.eat(/\?[imsU]*(-[imsU]+)?\)/y);
    if (flags) return null;
    if (this.text[this.at] === "?") this.groupHead();
    const inside = this.alternatives(depth + 1);
    if (!this.eat(")")) refuse("( has no matching )");
    return inside;
  }

  private groupHead(): void {
    if (this.eat(/\?([imsU]*(-[imsU]+)?):/y)) return;
    const head = this.eat(/\?P?<[A-Za-z0-9_]+>/y);
    if (!head) refuse("(? must be followed by : or flags or a name, as in (?P<name>…)");
    const name = head.slice(head.indexOf("<") + 1, -1);
    if (this.names.has(name)) refuse(`the group name ${name} is used twice`);
    this.names.add(name);
  }

  /** After the backslash. Answers the code point it stands for, or null for a class. */
  private escape(inSet: boolean): number | null {
    if (this.at >= this.text.length) refuse("\\ at the end");
    if (this.eat(/[dDsSwW]/y)) return null;
    if (!inSet && this.eat(/[bBAz]/y)) return null;
    if (this.match(/p|P/y)) return this.unicodeClass();
    const hex = this.eat(/x([0-9A-Fa-f]{2}|\{[0-9A-Fa-f]+\})/y);
    if (hex) return this.codePoint(Number.parseInt(hex.replace(/[x{}]/g, ""), 16));
    const octal = this.eat(/0[0-7]{0,2}|[1-7][0-7]{1,2}/y);
    if (octal) return this.codePoint(Number.parseInt(octal, 8));
    if (this.match(/[1-9]/y)) refuse("back references such as \\1 are not supported");
    const control = this.eat(/[afnrtv]/y);
    if (control) return "\x07\f\n\r\t\v".charCodeAt("afnrtv".indexOf(control));
    const mark = this.eat(/(?![0-9A-Za-z])\p{ASCII}/uy);
    return mark ? mark.charCodeAt(0) : refuse(`\\${this.match(/./suy) ?? ""} is not an escape`);
  }

  private codePoint(value: number): number {
    return value <= 0x10_ff_ff ? value : refuse("\\x{…} must be at most 10FFFF");
  }

  protected unicodeClass(): null {
    const name = this.eat(/[pP](\{\^?[A-Za-z_]+\}|[A-Z])/y);
    if (!name || !isUnicodeClass(name.slice(1).replace(/[{}^]/g, ""))) {
      refuse("\\p must name a Unicode class, as in \\p{L} or \\p{Greek}");
    }
    return null;
  }

  private set(): Node[] {
    this.eat("^");
    for (let first = true; first || this.text[this.at] !== "]"; first = false) {
      if (this.at >= this.text.length) refuse("[ has no matching ]");
      const posix = this.eat(/\[:.*?:\]/sy);
      if (posix) {
        if (!POSIX_CLASSES.has(posix.replace(/^\[:\^?|:\]$/g, ""))) refuse(`${posix} is not a class`);
      } else this.range();
    }
    this.at += 1;
    return [];
  }

  protected range(): void {
    const low = this.setMember();
    if (low === null || !this.match(/-[^\]]/suy)) return;
    this.at += 1;
    const high = this.setMember();
    if (high === null) refuse("a range in [ ] must end with one character");
    if (high < low) refuse("a range in [ ] must count up");
  }

  protected setMember(): number | null {
    if (this.eat("\\")) return this.escape(true);
    return this.eat(/./suy)?.codePointAt(0) ?? refuse("[ has no matching ]");
  }
}

/**
 * Why a pattern is not a regular expression in RE2 syntax, or null when it is. RE2 matches in linear time, so it has
 * neither look-around nor back references. Only reads the pattern: no input can make it slow, as compiling it would be
 * (decisions/modules/re2.md).
 */
export function re2Fault(pattern: string): string | null {
  try {
    new Reader(pattern).whole();
    return null;
  } catch (error) {
    if (error instanceof Fault) return error.message;
    throw error;
  }
}
