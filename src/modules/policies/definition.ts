import { policiesContract } from "#contract/modules/policies.ts";
import { own } from "#forms/json.ts";
import { counted } from "#ui/format.ts";
import { defineModule } from "../define-module.ts";
import { lazyExport } from "#ui/lazy-export.ts";
import { rulesCodec } from "./codecs.ts";
import { rulePart } from "./parts.ts";
import { describeRules, rulesOf } from "./rule-text.ts";

/** The rules of a route, TLS or TCP edge over what comes in and what goes out (api.md#policies). */
export const policies = defineModule({
  contract: policiesContract,
  switch: { on: "the rules below apply" },
  Fields: lazyExport(() => import("./fields.tsx"), "PoliciesFields"),
  fields: [
    {
      name: "inbound",
      label: "Inbound rules",
      codec: rulesCodec,
      show: describeRules,
      part: (rest) => rulePart("Inbound", rest),
    },
    {
      name: "outbound",
      label: "Outbound rules",
      codec: rulesCodec,
      show: describeRules,
      part: (rest) => rulePart("Outbound", rest),
    },
  ],
  summary: (value) => {
    const [inbound, outbound] = ["inbound", "outbound"].map((name) => rulesOf(own(value, name)).length);
    return `${counted(inbound ?? 0, "inbound rule")}, ${counted(outbound ?? 0, "outbound rule")}`;
  },
});
