import * as z from "zod/mini";

/**
 * GET /config.json: how a console finds its service (architecture.md#programs), whether its host only forwards to it, and what that service does beyond the API:
 * where agents connect, whether a secret left out of a PUT stays, the path at the addresses of edges where logins come back to, the URL that the SAML addresses of routes are below, its kinds of backends, and of an
 * edge that it runs, which modules close an address because the edge can't apply them, and for which protocols it listens
 * ("http", "https", "tcp"; absent = not known), the ports of TCP addresses that are not open now, the first and last port that it may open, and the OAuth providers of
 * which it has a managed app (absent = not known), and the ports of its HTTP and HTTPS URLs (absent = 80 and 443).
 */
export const AppConfig = z.looseObject({
  baseUrl: z.string(),
  versionHeader: z.string(),
  forwards: z.optional(z.literal(true)),
  agentUrl: z.optional(z.string()),
  secrets: z.optional(z.literal("kept")),
  callbackPath: z.optional(z.string()),
  samlUrl: z.optional(z.string()),
  backends: z.optional(z.array(z.string())),
  edge: z.optional(
    z.looseObject({
      unapplied: z.array(z.string()),
      listens: z.optional(z.array(z.string())),
      closedPorts: z.optional(z.array(z.number())),
      tcpPorts: z.optional(z.array(z.number())),
      managedApps: z.optional(z.array(z.string())),
      httpPort: z.optional(z.number()),
      httpsPort: z.optional(z.number()),
    }),
  ),
});
export type AppConfig = z.infer<typeof AppConfig>;
