import type { ApiKey } from "#contract/api-key.ts";
import { shortenId } from "#ui/format.ts";
import { groupBy } from "./group-by.ts";

/** What keys are called, by their ids, where nothing but the name is shown: those of one name have their ids beside it. */
export function keyNames(
  keys: readonly Pick<ApiKey, "id" | "description">[] = [],
): ReadonlyMap<string, string> {
  const alike = groupBy(keys, ({ description }) => description ?? "");
  return new Map(
    keys.map(({ id, description }) => {
      if (!description) return [id, shortenId(id)];
      const isOnly = alike.get(description)?.length === 1;
      return [id, isOnly ? description : `${description} (${shortenId(id)})`];
    }),
  );
}
