import * as z from "zod/mini";
import { listOf, Ref } from "./answer.ts";
import { byteText } from "./common.ts";
import { answerFields, textFields } from "./resource-fields.ts";

/** A tunnel group backend (protocol-facts.md#backends): serves through every tunnel whose labels include all of its own. */
export const TunnelGroupBackend = z.looseObject({
  ...answerFields,
  labels: z.nullish(z.record(z.string(), z.string())),
  /** The tunnels that match now. */
  tunnels: z.nullish(z.array(Ref)),
});
export type TunnelGroupBackend = z.infer<typeof TunnelGroupBackend>;

export const TunnelGroupBackendList = listOf("backends", TunnelGroupBackend);

/** A backend has at most this many labels; the family publishes no bound. */
const LABELS_MAX = 100;

const short = byteText(255).check(z.minLength(1, "must not be empty"));

/** At least one: a backend without labels would match every tunnel that has some. */
const Labels = z.record(short, short).check(
  z.refine((labels) => Object.keys(labels).length > 0, "must have at least one label. Example: app=shop"),
  z.refine((labels) => Object.keys(labels).length <= LABELS_MAX, `must have at most ${LABELS_MAX} labels`),
);

/** POST /backends/tunnel_group. */
export const TunnelGroupBackendCreate = z.strictObject({ ...textFields, labels: Labels });
export type TunnelGroupBackendCreate = z.infer<typeof TunnelGroupBackendCreate>;

/** PATCH /backends/tunnel_group/{id}. `labels` replaces the whole map. */
export const TunnelGroupBackendUpdate = z.strictObject({
  ...textFields,
  labels: z.nullish(Labels),
  id: z.optional(z.string()),
});
export type TunnelGroupBackendUpdate = z.infer<typeof TunnelGroupBackendUpdate>;
