/** Whether a host of a URL is the machine itself, where nobody listens on the way. */
export function isLoopback(hostname: string): boolean {
  return /^(127(\.\d+){3}|\[::1\]|([^.]+\.)*localhost)$/.test(hostname);
}
