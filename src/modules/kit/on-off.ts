/** `enabled` in words, for the lists of changes. */
export function onOff(value: unknown): string {
  return value === false ? "off" : "on";
}
