import { listStates } from "../fixtures/page-states.ts";

listStates({
  path: "/tunnels",
  heading: "Tunnels",
  noun: "tunnels",
  reads: "/tunnels",
  teaches: /A tunnel forwards requests through an agent/,
  opens: /\/tunnels\/tn_/,
});
