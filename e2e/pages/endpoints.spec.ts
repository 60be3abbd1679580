import { listStates } from "../fixtures/page-states.ts";

listStates({
  path: "/endpoints",
  heading: "Endpoints",
  noun: "endpoints",
  reads: "/endpoints",
  teaches: /An endpoint is a public URL/,
  opens: /\/endpoints\/ep_/,
});
