import { listStates } from "../fixtures/page-states.ts";

listStates({
  path: "/certificate-authorities",
  heading: "Certificate authorities",
  noun: "certificate authorities",
  reads: "/certificate_authorities",
  teaches: /signed by authorities you choose/,
  opens: /\/certificate-authorities\?open=ca_/,
});
