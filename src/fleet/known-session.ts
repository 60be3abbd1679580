/** The state of a way to a session: what its page says of one that is gone and that this visit did not see. */
export type KnownSession = { known: { name: string; since?: string | undefined } };

export const knownIn = (state: unknown): KnownSession["known"] | undefined =>
  (state as Partial<KnownSession> | null)?.known;
