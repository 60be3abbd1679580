import { ID_DIGITS, ID_RANDOM_BITS } from "#contract/id-form.ts";

/** When what has this id was made, in milliseconds since 1970; null for an id of another form. */
export function timeOfId(id: string): number | null {
  const [, digits] = /^[a-z]+_([0-9A-Za-z]{27})$/.exec(id) ?? [];
  if (digits === undefined) return null;
  let value = 0n;
  for (const digit of digits) value = value * 62n + BigInt(ID_DIGITS.indexOf(digit));
  return Number(value >> ID_RANDOM_BITS);
}

/** Whether what has this id was made before a time: a request gets its id once it is over. */
export const isBefore = (id: string, time: string): boolean =>
  (timeOfId(id) ?? Number.NaN) < Date.parse(time);
