import { call } from "../fixtures/api.ts";
import { detailStates } from "../fixtures/page-states.ts";

const NAME = "Carrier partners";

detailStates("an IP policy", {
  find: async (service) => {
    const { body } = await call<{ ip_policies: { id: string; description: string }[] }>(
      service,
      "GET /ip_policies",
    );
    const id = body.ip_policies.find(({ description }) => description === NAME)?.id ?? "none";
    return { path: `/ip-policies/${id}`, reads: `/ip_policies/${id}`, heading: NAME };
  },
  loading: "Loading this policy",
  tried: "load this policy",
  unknown: { path: "/ip-policies/ipp_nothing", says: /may have been deleted/ },
  shown: (page) => page.getByLabel("Name"),
});
