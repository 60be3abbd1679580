import { tunnelAt } from "../fixtures/demo.ts";
import { detailStates } from "../fixtures/page-states.ts";

const URL = "https://fra-gw-01.northwind.example";

detailStates("a tunnel", {
  find: async (service) => {
    const { id } = await tunnelAt(service, URL);
    // The list has it too, and may come first.
    return { path: `/tunnels/${id}`, reads: ["/tunnels", `/tunnels/${id}`], heading: URL };
  },
  loading: "Loading this tunnel",
  tried: "load this tunnel",
  unknown: { path: "/tunnels/tn_nothing", says: /offline or never existed/ },
  shown: (page) => page.getByRole("region", { name: "Request path" }).getByText("http://10.4.0.12:8080"),
});
