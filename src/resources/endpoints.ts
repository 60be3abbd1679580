import { Endpoint } from "#contract/endpoint.ts";
import { resource } from "./resource.ts";
import { endpointName } from "./tunnel-names.ts";

/**
 * Active endpoints (api.md#endpoints); one answers 404 once nothing serves it: the agent that comes back gets a new id for
 * the same URL.
 */
export const endpoints = resource({
  kind: "endpoint",
  path: "/endpoints",
  key: "endpoints",
  answer: Endpoint,
  nameOf: endpointName,
  moreOf: ({ hostport }) => [hostport],
});
