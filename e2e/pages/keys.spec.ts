import { listStates } from "../fixtures/page-states.ts";

listStates({
  path: "/keys",
  heading: "Keys",
  noun: "keys",
  reads: "/api_keys",
  teaches: "A key lets a script or a service call this API.",
  opens: /\/keys\/ak_/,
});
