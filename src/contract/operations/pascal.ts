/** `circuit_breaker` → `CircuitBreaker`. */
export function pascal(kind: string): string {
  return kind.replaceAll(/(^|_)([a-z])/g, (_, __, letter: string) => letter.toUpperCase());
}
