import { webhookVerificationContract } from "#contract/modules/webhook-verification.ts";
import { jsonText } from "#forms/json.ts";
import { secretCodec, textCodec } from "#editing/codecs/codec.ts";
import { lazyExport } from "#ui/lazy-export.ts";
import { defineModule } from "../define-module.ts";
import { UNKNOWN_SHAPE, showSecret } from "../kit/show.ts";
import { providerName } from "./provider-name.ts";

const showProvider = (value: unknown) => {
  if (value === "") return "none";
  const name = typeof value === "string" ? providerName(value) : "";
  return name === "" || name === value ? jsonText(value) : `${name} (${jsonText(value)})`;
};

/** Webhook verification of an HTTPS edge route (api.md#webhook_verification). The secret is write-only. */
export const webhookVerification = defineModule({
  contract: webhookVerificationContract,
  switch: { on: "requests without a valid signature get a 403" },
  Fields: lazyExport(() => import("./fields.tsx"), "WebhookVerificationFields"),
  fields: [
    { name: "provider", label: "Provider", codec: textCodec("written"), show: showProvider },
    { name: "secret", label: "Secret", codec: secretCodec, show: showSecret },
  ],
  summary: ({ provider }) =>
    typeof provider === "string" && provider !== ""
      ? `Requires requests signed by ${providerName(provider)}`
      : UNKNOWN_SHAPE,
});
