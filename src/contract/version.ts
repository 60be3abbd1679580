/** A semantic version, split for comparing. Build metadata (`+…`) has no rank and is dropped. */
type Version = { major: number; minor: number; patch: number; pre: readonly string[] };

const SEMVER = /^v?(\d+)\.(\d+)\.(\d+)(?:-([0-9A-Za-z.-]+))?(?:\+[0-9A-Za-z.-]+)?$/;
const NUMERIC = /^\d+$/;

/** The version a text spells, or null when it is not `major.minor.patch[-pre]`. */
export function parseVersion(text: string): Version | null {
  const match = SEMVER.exec(text.trim());
  if (!match) return null;
  const [, major = "", minor = "", patch = "", pre] = match;
  return { major: Number(major), minor: Number(minor), patch: Number(patch), pre: pre?.split(".") ?? [] };
}

function compareIdentifier(a: string, b: string): number {
  const numericA = NUMERIC.test(a);
  const numericB = NUMERIC.test(b);
  if (numericA && numericB) return Number(a) - Number(b);
  if (numericA !== numericB) return numericA ? -1 : 1;
  return a < b ? -1 : Number(a > b);
}

function comparePre(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 || b.length === 0) return b.length - a.length;
  for (let i = 0; i < Math.min(a.length, b.length); i += 1) {
    const order = compareIdentifier(a[i] ?? "", b[i] ?? "");
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

/** Precedence as semver.org §11 defines it: negative when `a` is lower. */
function compareParsed(a: Version, b: Version): number {
  return a.major - b.major || a.minor - b.minor || a.patch - b.patch || comparePre(a.pre, b.pre);
}

/** Orders version texts; one that is no semantic version sorts below all that are, by its text. */
export function compareVersions(a: string, b: string): number {
  const left = parseVersion(a);
  const right = parseVersion(b);
  if (left && right) return compareParsed(left, right);
  if (left || right) return left ? 1 : -1;
  return a < b ? -1 : Number(a > b);
}
