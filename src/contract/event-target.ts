import * as z from "zod/mini";
import { AWS_ANSWERS, AWS_REQUESTS } from "./aws-target.ts";
import { byteText } from "./common.ts";
import type { ErrorName } from "./error.ts";
import { webUrl } from "./modules/fields.ts";

/** Bytes of the key of a webhook's signatures, as Standard Webhooks wants them. */
const KEY_BYTES = { least: 24, most: 64 };

function isSigningSecret(text: string): boolean {
  const base64 = /^whsec_((?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)$/.exec(text)?.[1];
  const bytes = base64 === undefined ? 0 : atob(base64).length;
  return bytes >= KEY_BYTES.least && bytes <= KEY_BYTES.most;
}

const Secret = byteText(255).check(z.refine(isSigningSecret, "must be whsec_ and 24 to 64 bytes in base64"));

const Url = webUrl({ secure: true, example: "https://hooks.example.com/gatehouse" });

const FileName = z
  .string()
  .check(
    z.regex(
      /^[a-z0-9][a-z0-9._-]{0,63}$/,
      "must have 1 to 64 lower-case letters, digits, dots, hyphens or underscores. Example: audit.ndjson",
    ),
  );

/** The kinds of targets: what a request says of each. Each is signed or kept as its README says (docs/decisions/delivery). */
const REQUESTS = {
  ...AWS_REQUESTS,
  webhook: z.strictObject({ url: Url, secret: z.nullish(Secret) }),
  file: z.strictObject({ name: FileName }),
};

export type TargetKind = keyof typeof REQUESTS;
const TARGET_KINDS = Object.keys(REQUESTS) as TargetKind[];

const fault = (problem: ErrorName, message: string) => ({
  code: "custom" as const,
  input: undefined,
  path: [],
  message,
  continue: true,
  params: { problem },
});
const VALID = TARGET_KINDS.join(", ");

/** A target in a request: exactly one member (protocol-facts.md#event-destinations, 5100 and 5115). */
export const TargetRequest = z
  .strictObject({
    firehose: z.nullish(REQUESTS.firehose),
    kinesis: z.nullish(REQUESTS.kinesis),
    cloudwatch_logs: z.nullish(REQUESTS.cloudwatch_logs),
    webhook: z.nullish(REQUESTS.webhook),
    file: z.nullish(REQUESTS.file),
  })
  .check(
    z.check((ctx) => {
      if (ctx.issues.length > 0) return;
      const set = TARGET_KINDS.filter((kind) => (ctx.value[kind] ?? null) !== null);
      if (set.length === 0) ctx.issues.push(fault("targetMissing", `must have one of ${VALID}`));
      if (set.length > 1)
        ctx.issues.push(fault("targetsSeveral", `must have one of ${set.join(", ")}, not several`));
    }),
  );
export type TargetRequest = z.infer<typeof TargetRequest>;

/** A target as it is answered: unused members are null, secrets left out. A created signing secret is shown once. */
export const Target = z.looseObject({
  ...AWS_ANSWERS,
  webhook: z.nullish(z.looseObject({ url: z.string(), secret: z.nullish(z.string()) })),
  file: z.nullish(z.looseObject({ name: z.string() })),
});
export type Target = z.infer<typeof Target>;

/** The member of a target that is set. */
export const kindOfTarget = (target: Readonly<Record<string, unknown>>): TargetKind | undefined =>
  TARGET_KINDS.find((kind) => (target[kind] ?? null) !== null);
