import { mutualTlsContract } from "#contract/modules/mutual-tls.ts";
import { neededTextsCodec } from "#editing/codecs/lists.ts";
import { lazyExport } from "#ui/lazy-export.ts";
import { defineModule } from "../define-module.ts";
import { showList } from "../kit/show.ts";
import { refsSummary } from "../kit/ref-text.ts";

/** The mutual TLS of a TLS or HTTPS edge (api.md#mutual_tls). */
export const mutualTls = defineModule({
  contract: mutualTlsContract,
  switch: {
    on: "clients need a certificate from these authorities",
    off: "clients need no certificate",
  },
  Fields: lazyExport(() => import("./fields.tsx"), "MutualTlsFields"),
  fields: [
    {
      name: "certificate_authority_ids",
      label: "Certificate authorities",
      codec: neededTextsCodec,
      show: showList("\n"),
    },
  ],
  summary: (value) =>
    refsSummary(value, "certificate_authorities", {
      one: "certificate authority",
      many: "certificate authorities",
    }),
});
