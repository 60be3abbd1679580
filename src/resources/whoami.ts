import { queryOptions } from "@tanstack/react-query";
import { request } from "#api/client.ts";
import { isAbsent } from "#api/errors.ts";
import { WhoAmI } from "#contract/whoami.ts";

/** Whom the key stands for and where requests come from; null where the service does not say (decisions/api/whoami.md). */
export const whoami = queryOptions({
  queryKey: ["whoami"],
  staleTime: 60_000,
  queryFn: async ({ signal }) => {
    try {
      return await request({ method: "GET", path: "/whoami", answer: WhoAmI, signal });
    } catch (error) {
      if (isAbsent(error)) return null;
      throw error;
    }
  },
});
