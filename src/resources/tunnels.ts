import { ANSWER_SHAPES } from "#contract/answer-shapes.ts";
import { checkOf } from "#contract/check.ts";
import type { Tunnel } from "#contract/tunnel.ts";
import { resource } from "./resource.ts";
import { labelText, tunnelName } from "./tunnel-names.ts";

/** Online tunnels (api.md#tunnels); one answers 404 once its session has ended. */
export const tunnels = resource({
  kind: "tunnel",
  path: "/tunnels",
  key: "tunnels",
  answer: checkOf<Tunnel>(ANSWER_SHAPES.tunnel),
  nameOf: tunnelName,
  moreOf: ({ labels, forwards_to: to }) => [labelText(labels), to],
});
