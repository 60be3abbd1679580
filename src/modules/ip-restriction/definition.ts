import { ipRestrictionContract } from "#contract/modules/ip-restriction.ts";
import { neededTextsCodec } from "#editing/codecs/lists.ts";
import { lazyExport } from "#ui/lazy-export.ts";
import { defineModule } from "../define-module.ts";
import { showList } from "../kit/show.ts";
import { refsSummary } from "../kit/ref-text.ts";

/** The IP restriction of a route, a TLS edge or a TCP edge (api.md#ip_restriction). */
export const ipRestriction = defineModule({
  contract: ipRestrictionContract,
  switch: { on: "only addresses that its policies allow can connect", off: "anyone can connect" },
  Fields: lazyExport(() => import("./fields.tsx"), "IpRestrictionFields"),
  fields: [{ name: "ip_policy_ids", label: "IP policies", codec: neededTextsCodec, show: showList("\n") }],
  summary: (value) => refsSummary(value, "ip_policies", { one: "IP policy", many: "IP policies" }),
});
