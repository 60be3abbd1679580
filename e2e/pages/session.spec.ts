import { sessionOf } from "../fixtures/demo.ts";
import { detailStates } from "../fixtures/page-states.ts";

detailStates("a session", {
  find: async (service) => {
    const { id } = await sessionOf(service, "fra-gw-02");
    return {
      path: `/sessions/${id}`,
      reads: ["/tunnel_sessions", `/tunnel_sessions/${id}`],
      heading: "fra-gw-02",
    };
  },
  loading: "Loading this session",
  tried: "load this session",
  unknown: { path: "/sessions/ts_nothing", says: /Session ts_nothing is not online/ },
  shown: (page) =>
    page
      .getByRole("table", { name: "Tunnels" })
      .getByRole("link", { name: "https://fra-gw-02.northwind.example" }),
});
