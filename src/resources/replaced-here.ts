/** What took the place of something that was replaced in this tab and deleted, a rotated key or an IP rule, by the ID of that. */
export const replacedHere = new Map<string, string>();
