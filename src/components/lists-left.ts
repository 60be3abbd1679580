/** What was searched for and chosen on each page when it was left, by its path: the way back leads there. */
export const listsLeft = new Map<string, string>();
