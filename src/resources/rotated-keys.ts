/** The key that took the place of one that was rotated in this tab and deleted, by the ID of that one. */
export const rotatedKeys = new Map<string, string>();
