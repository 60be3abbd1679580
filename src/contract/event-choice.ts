type Fields = Readonly<Record<string, unknown>>;

/** 2 ** 32: a hash is below it. */
const HASHES = 0x1_0000_0000;

/**
 * Whether an event is in a share of all, from 0 to 1. Its ID alone decides, so whoever asks again or elsewhere is told the same,
 * and what is in a share is in every larger one.
 */
export function isSampled(eventId: string, share: number): boolean {
  if (share >= 1) return true;
  // FNV-1a, then the last steps of MurmurHash3: IDs of one moment differ in few characters.
  let hash = 0x811c9dc5;
  for (let i = 0; i < eventId.length; i += 1) hash = Math.imul(hash ^ eventId.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / HASHES < share;
}

/** Of an event’s `object` the chosen fields, by their dotted names: those that it has, and nothing else. */
export function chosenFields(object: Fields, names: Iterable<string>): Record<string, unknown> {
  const chosen: Record<string, unknown> = {};
  for (const name of names) copy(object, chosen, name.split("."));
  return chosen;
}

function copy(from: Fields, to: Record<string, unknown>, [name = "", ...rest]: readonly string[]): void {
  if (!Object.hasOwn(from, name)) return;
  const value = from[name];
  if (rest.length === 0) to[name] = value;
  else if (typeof value === "object" && value !== null) {
    const inner: Record<string, unknown> = {};
    const before = (to[name] ?? inner) as Record<string, unknown>;
    copy(value as Fields, before, rest);
    if (Object.keys(before).length > 0) to[name] = before;
  }
}
