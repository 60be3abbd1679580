import { plural } from "#ui/format.ts";

/** What comes of a stop: nothing here starts agents again. */
export const stopWords = (count: number): string =>
  `The ${plural(count, "agent exits", "agents exit")}. To start ${plural(count, "it", "them")} again, run ${plural(count, "it on its host", "them on their hosts")}.`;
