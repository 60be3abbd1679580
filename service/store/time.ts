/** Now as the wire shows it: RFC 3339, UTC, whole seconds (family-facts §1). */
export function timestamp(now = new Date()): string {
  return `${now.toISOString().slice(0, 19)}Z`;
}
