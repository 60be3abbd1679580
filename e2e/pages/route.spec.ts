import { demoRoute } from "../fixtures/demo.ts";
import { detailStates } from "../fixtures/page-states.ts";

detailStates("a route", {
  find: async (service) => {
    const { edge, route } = await demoRoute(service, "/dispatch");
    return {
      path: `/edges/https/${edge}/routes/${route}`,
      reads: [`/edges/https/${edge}/routes/${route}`],
      heading: /\/dispatch$/,
    };
  },
  loading: "Loading",
  tried: "load this route",
  unknown: {
    path: "/edges/https/edghts_nothing/routes/edghtsrt_nothing",
    says: /may have been deleted/,
  },
  shown: (page) => page.getByRole("link", { name: /^Edit/ }).first(),
});

detailStates("a module", {
  find: async (service) => {
    const { edge, route } = await demoRoute(service, "/dispatch");
    const path = `/edges/https/${edge}/routes/${route}/circuit_breaker`;
    return { path, reads: [path], heading: "Circuit breaker" };
  },
  loading: "Loading",
  tried: "load the circuit breaker",
  unknown: {
    path: "/edges/https/edghts_nothing/routes/edghtsrt_nothing/circuit_breaker",
    says: /may have been deleted/,
  },
  shown: (page) => page.getByLabel("Volume threshold"),
});
