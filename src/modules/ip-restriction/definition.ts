import { ipRestrictionContract } from "#contract/modules/ip-restriction.ts";
import { neededTextsCodec } from "#editing/codecs/lists.ts";
import { enabledCodec } from "#editing/codecs/codec.ts";
import { lazyExport } from "#ui/lazy-export.ts";
import { defineModule } from "../define-module.ts";
import { onOff, showList } from "../kit/show.ts";
import { refsSummary } from "../kit/ref-text.ts";

/** The IP restriction of a route, a TLS edge or a TCP edge (api.md#ip_restriction). */
export const ipRestriction = defineModule({
  kind: "ip_restriction",
  contract: ipRestrictionContract,
  defaults: { enabled: true },
  Fields: lazyExport(() => import("./fields.tsx"), "IpRestrictionFields"),
  fields: [
    { name: "enabled", label: "Apply to traffic", codec: enabledCodec, show: onOff },
    { name: "ip_policy_ids", label: "IP policies", codec: neededTextsCodec, show: showList("\n") },
  ],
  summary: (value) => refsSummary(value, "ip_policies", { one: "IP policy", many: "IP policies" }),
});
