import type { Bounds } from "./bound.ts";
import { many, tooLong } from "./bound.ts";
import { routeIds } from "./world.ts";

const headers = (values: Record<string, string[]>) => ({ headers: values });
const ROUTE = "edghtsrt_0000000000000000000000000aa";

export const TEST_REQUEST_BOUNDS: Bounds = {
  refuses: [
    ["no URL", { url: undefined }, "url"],
    ["a path alone", { url: "/orders" }, "url"],
    ["a URL of another scheme", { url: "ftp://shop.example/" }, "url"],
    ["a URL with a user", { url: "https://ann@shop.example/" }, "url"],
    ["a URL with a fragment", { url: "https://shop.example/#top" }, "url"],
    ["a URL with a space", { url: "https://shop.example/a b" }, "url"],
    ["a URL that is too long", { url: `http://a/${"x".repeat(8_192)}` }, "url"],
    ["a method that is none", { method: "GE T" }, "method"],
    ["CONNECT", { method: "connect" }, "method"],
    ["a method of 33 bytes", { method: tooLong(32, { ascii: true }) }, "method"],
    ["a header that the edge sets", headers({ Host: ["a"] }), "headers.Host"],
    [
      "a header that says where the message ends",
      headers({ "content-length": ["1"] }),
      "headers.content-length",
    ],
    ["two lines in a header", headers({ "x-a": ["1\r\nx-b: 2"] }), "headers.x-a.0"],
    ["101 values of a header", headers({ "x-a": many(101, () => "1") }), "headers.x-a"],
    ["101 headers", headers(Object.fromEntries(many(101, (i) => [`x-${i}`, ["1"]]))), "headers"],
    ["a body that is no base64", { content: "{}" }, "content"],
    ["a body of 262,145 bytes", { content: `${"AAAA".repeat(87_381)}AAA=` }, "content"],
    ["a name for the address", { client_ip: "localhost" }, "client_ip"],
    ["a range for the address", { client_ip: "203.0.113.0/24" }, "client_ip"],
    [
      "a module of another resource",
      { module: { owner_id: "ep_1", kind: "saml", request: {} } },
      "module.owner_id",
    ],
    [
      "a module of a route that is not there",
      { module: { owner_id: ROUTE, kind: "saml", request: {} } },
      "module.owner_id",
    ],
  ],
  accepts: [
    [
      "a draft of a module, an address and a body",
      async (world) => ({
        url: "https://[::1]:8443/a?b",
        method: "POST",
        headers: { "X-Many": ["1", "2"] },
        content: "AAAA".repeat(87_381),
        client_ip: "2001:db8::1",
        module: { owner_id: (await routeIds(world))["id"], kind: "compression", request: {} },
      }),
    ],
  ],
};

const policy = (change: object) => ({ module: undefined, ip_policy: { id: "ipp_0", rules: [], ...change } });
const rule = (change: object) => policy({ rules: [{ action: "deny", cidr: "10.0.0.0/8", ...change }] });

export const PREVIEW_BOUNDS: Bounds = {
  refuses: [
    ["no draft", { module: undefined }, "module"],
    [
      "a kind that decides nothing",
      { module: { owner_id: ROUTE, kind: "compression", request: {} } },
      "module.kind",
    ],
    [
      "a module of a route that is not there",
      { module: { owner_id: ROUTE, kind: "ip_restriction", request: {} } },
      "module.owner_id",
    ],
    [
      "17 modules that are off",
      { module: { owner_id: ROUTE, kind: "oidc", request: {}, off: many(17, () => "oauth") } },
      "module.off",
    ],
    ["a policy that is not there", policy({}), "ip_policy.id"],
    ["an action that is none", rule({ action: "block" }), "ip_policy.rules.0.action"],
    ["an address for a range", rule({ cidr: "10.0.0.1" }), "ip_policy.rules.0.cidr"],
    [
      "10,001 rules",
      policy({ rules: many(10_001, () => ({ action: "deny", cidr: "10.0.0.0/8" })) }),
      "ip_policy.rules",
    ],
  ],
  accepts: [
    [
      "the rules of a policy",
      async (world) => ({
        module: undefined,
        ip_policy: {
          id: (await world.make("/ip_policies")).id,
          rules: [{ action: "deny", cidr: "2001:db8::/32" }],
        },
      }),
    ],
  ],
};

/** Of a capture of bodies. */
export const CAPTURE_BOUNDS: Bounds = {
  refuses: [
    ["no target", { target_id: undefined }, "target_id"],
    ["a target of another kind", { target_id: "ts_1" }, "target_id"],
    ["a target that is not there", { target_id: "edghtsrt_0" }, "target_id"],
    ["59 s", { seconds: 59 }, "seconds"],
    ["3,601 s", { seconds: 3_601 }, "seconds"],
    ["half a second more", { seconds: 60.5 }, "seconds"],
  ],
  accepts: [
    ["a minute", { seconds: 60 }],
    [
      "an hour, of an endpoint",
      async (world) => ({ target_id: (await world.online()).endpoint, seconds: 3_600 }),
    ],
  ],
};

/** Of a reset of live state. */
export const RESET_BOUNDS: Bounds = {
  refuses: [
    ["no module", { module: undefined }, "module"],
    ["a module that counts nothing", { module: "compression" }, "module"],
  ],
};
