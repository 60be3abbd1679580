import { mutualTlsContract } from "#contract/modules/mutual-tls.ts";
import { neededTextsCodec } from "#editing/codecs/lists.ts";
import { enabledCodec } from "#editing/codecs/codec.ts";
import { lazyExport } from "#ui/lazy-export.ts";
import { defineModule } from "../define-module.ts";
import { onOff, showList } from "../kit/show.ts";
import { refsSummary } from "../kit/ref-text.ts";

/** The mutual TLS of a TLS or HTTPS edge (api.md#mutual_tls). */
export const mutualTls = defineModule({
  kind: "mutual_tls",
  contract: mutualTlsContract,
  defaults: { enabled: true },
  Fields: lazyExport(() => import("./fields.tsx"), "MutualTlsFields"),
  fields: [
    { name: "enabled", label: "Apply to traffic", codec: enabledCodec, show: onOff },
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
