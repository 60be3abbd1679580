/** Now as the wire shows it: RFC 3339, UTC, whole seconds (protocol-facts.md#conventions). */
export function timestamp(now = new Date()): string {
  return `${now.toISOString().slice(0, 19)}Z`;
}
