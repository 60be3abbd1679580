/** An update whose first try failed. */
export const agentUpdate = (session: string) => ({
  uri: `${session}/update`,
  release: {
    version: "3.19.0",
    size: 231_402,
    sha256: "9f2c".repeat(16),
    notes: "Reconnects faster after sleep.",
  },
  last: { state: "failed", version: "3.18.2", reason: "The disk is full." },
});
