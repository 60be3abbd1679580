const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const RANDOM_BITS = 112n;

/** When what has this id was made, in milliseconds since 1970, as service/store/ids.ts writes it; null for an id of another form. */
export function timeOfId(id: string): number | null {
  const [, digits] = /^[a-z]+_([0-9A-Za-z]{27})$/.exec(id) ?? [];
  if (digits === undefined) return null;
  let value = 0n;
  for (const digit of digits) value = value * 62n + BigInt(DIGITS.indexOf(digit));
  return Number(value >> RANDOM_BITS);
}
