import { WhoAmI } from "../whoami.ts";
import { operation } from "./operation.ts";

/** Extension (decisions/api/whoami.md). */
export const whoamiOperations = {
  get: operation({
    id: "WhoAmI",
    method: "GET",
    path: "/whoami",
    summary: "Get the owner of the API key and the IP address that the request came from.",
    tag: "Who am I",
    status: 200,
    answer: WhoAmI,
    errors: [],
  }),
} as const;
