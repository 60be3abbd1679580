import { call } from "../fixtures/api.ts";
import { detailStates, listStates } from "../fixtures/page-states.ts";

listStates({
  path: "/certificate-authorities",
  heading: "Certificate authorities",
  noun: "certificate authorities",
  reads: "/certificate_authorities",
  teaches: /signed by authorities you choose/,
  opens: /\/certificate-authorities\?open=ca_/,
});

detailStates("a certificate authority that is edited", {
  find: async (service) => {
    type Listed = { certificate_authorities: { id: string; description?: string }[] };
    const { body } = await call<Listed>(service, "GET /certificate_authorities");
    const { id = "", description = "" } = body.certificate_authorities[0] ?? {};
    return {
      path: `/certificate-authorities/${id}/edit`,
      reads: `/certificate_authorities/${id}`,
      heading: `Edit ${description}`,
    };
  },
  loading: "Loading this certificate authority",
  tried: "load this certificate authority",
  unknown: { path: "/certificate-authorities/ca_nothing/edit", says: /No such certificate authority/ },
  shown: (page) => page.getByLabel("Name", { exact: true }),
});
