import * as z from "zod/mini";

/** GET /config.json: how a console finds its service (architecture.md#programs). `secrets: "kept"` = a secret left out of a PUT stays. */
export const AppConfig = z.looseObject({
  baseUrl: z.string(),
  versionHeader: z.string(),
  agentUrl: z.optional(z.string()),
  secrets: z.optional(z.literal("kept")),
});
export type AppConfig = z.infer<typeof AppConfig>;

/** The API version this console and service speak (protocol-facts.md#versioning). */
export const API_VERSION = "2";
