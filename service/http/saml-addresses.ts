import { Hono } from "hono";
import type { SamlAsked, SamlEndpoints } from "#edge/modules/saml/endpoints.ts";
import { readBytes } from "./body.ts";
import type { Env } from "./call.ts";
import { refuseMethod } from "./fail.ts";

/** Answers of providers have some ten thousand. */
const FORM_MAX_BYTES = 256 * 1024;

/** The addresses below `/saml` that identity providers are told (src/contract/modules/saml.ts): a provider's pages lead there. */
export function samlAddresses(endpoints: SamlEndpoints): Hono<Env> {
  const app = new Hono<Env>();
  const on = (methods: readonly string[], path: string, part: SamlAsked["part"]): void => {
    app.on([...methods], path, async (c) => {
      const { status, headers, body } = await endpoints({
        routeId: c.req.param("route") ?? "",
        part,
        query: new URL(c.req.url).search.slice(1),
        form: c.req.method === "POST" ? (await readBytes(c.req.raw, FORM_MAX_BYTES)).toString() : null,
        accept: c.req.header("accept") ?? "",
      });
      return new Response(body, { status, headers: headers as Record<string, string> });
    });
    app.all(path, (c) => refuseMethod(c, [...methods]));
  };
  on(["GET"], "/:route", "metadata");
  on(["POST"], "/:route/acs", "acs");
  on(["GET", "POST"], "/:route/slo", "slo");
  return app;
}
