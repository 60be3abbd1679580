import { endpointAt } from "../fixtures/demo.ts";
import { detailStates } from "../fixtures/page-states.ts";

const URL = "https://fra-gw-01.northwind.example";

detailStates("an endpoint", {
  find: async (service) => {
    const { id } = await endpointAt(service, URL);
    return { path: `/endpoints/${id}`, reads: `/endpoints/${id}`, heading: URL };
  },
  loading: "Loading this endpoint",
  tried: "load this endpoint",
  unknown: { path: "/endpoints/ep_nothing", says: /offline or never existed/ },
  shown: (page) => page.getByRole("region", { name: "Request path" }).getByText("http://10.4.0.12:8080"),
});
