import { describe, expect, it } from "vitest";
import { startTestApp } from "../testing/test-app.ts";
import { publicBase } from "./public-base.ts";

const at = (headers: Record<string, string>, trusted = true) =>
  publicBase(new Request("http://inside:4180/api/api_keys", { headers }), trusted);

describe("publicBase", () => {
  it.each([
    [{}, "http://inside:4180"],
    [{ "x-forwarded-proto": "https" }, "https://inside:4180"],
    [{ "x-forwarded-host": "gate.example", "x-forwarded-proto": "https" }, "https://gate.example"],
    [{ "x-forwarded-host": "gate.example:443", "x-forwarded-proto": "https" }, "https://gate.example"],
    [
      { "x-forwarded-host": "gate.example:8443, inner", "x-forwarded-proto": "HTTPS,http" },
      "https://gate.example:8443",
    ],
    // Cause: X-Forwarded-Port was passed over. Law: absolute URIs behind a reverse proxy too.
    [
      { "x-forwarded-host": "gate.example", "x-forwarded-proto": "https", "x-forwarded-port": "8443" },
      "https://gate.example:8443",
    ],
    [
      { "x-forwarded-host": "gate.example", "x-forwarded-proto": "https", "x-forwarded-port": "443, 80" },
      "https://gate.example",
    ],
    [{ "x-forwarded-host": "gate.example:8443", "x-forwarded-port": "9443" }, "http://gate.example:8443"],
    [{ "x-forwarded-host": "[2001:db8::1]", "x-forwarded-port": "8080" }, "http://[2001:db8::1]:8080"],
    [{ forwarded: "host=gate.example", "x-forwarded-port": "8443" }, "http://gate.example"],
    [{ "x-forwarded-prefix": "/tools/gate/" }, "http://inside:4180/tools/gate"],
    [
      { forwarded: "for=1.2.3.4;proto=https;host=gate.example, for=5.6.7.8;host=other" },
      "https://gate.example",
    ],
    [
      { forwarded: 'for="[2001:db8::1]:4711";Proto=https;Host="[2001:db8::2]:8443"' },
      "https://[2001:db8::2]:8443",
    ],
    [
      // Cause: Forwarded, which proxies let pass, went before what they set. Law: nobody names the address of another.
      {
        forwarded: "host=other;proto=http",
        "x-forwarded-host": "gate.example",
        "x-forwarded-proto": "https",
      },
      "https://gate.example",
    ],
  ])("reads %j", (headers, base) => {
    expect(at(headers)).toBe(base);
    expect(at(headers, false)).toBe("http://inside:4180");
  });

  it.each<Record<string, string>>([
    { "x-forwarded-proto": "javascript" },
    { "x-forwarded-host": "user@evil.example" },
    { "x-forwarded-host": "evil.example/path" },
    { "x-forwarded-host": "evil.example:99999" },
    { "x-forwarded-port": "99999" },
    { "x-forwarded-port": "1@evil" },
    { "x-forwarded-prefix": "//evil.example" },
    { "x-forwarded-prefix": "/../up" },
    { forwarded: 'host="a b"' },
    { forwarded: "nonsense" },
  ])("passes over what can’t be true: %j", (headers) => {
    expect(at(headers)).toBe("http://inside:4180");
  });
});

describe("behind a reverse proxy", () => {
  const headers = {
    "x-forwarded-proto": "https",
    "x-forwarded-host": "gate.example",
    "x-forwarded-prefix": "/gate",
  };

  it.each([
    [true, "https://gate.example/gate/api/api_keys"],
    [false, "http://service.test/api/api_keys"],
  ])("trusted = %j: uri, next_page_uri and the console’s configuration", async (trustForwarded, base) => {
    const app = await startTestApp({ trustForwarded });
    const made = await app.call<{ id: string; uri: string }>("POST /api_keys", { body: {}, headers });
    expect(made.body.uri).toBe(`${base}/${made.body.id}`);
    const page = await app.call("GET /api_keys?limit=1", { headers });
    expect(page.body).toMatchObject({
      uri: base,
      next_page_uri: `${base}?before_id=${made.body.id}&limit=1`,
    });
    const config = (await (await app.fetch("/config.json", { headers })).json()) as object;
    expect(config).toMatchObject({ baseUrl: trustForwarded ? "/gate/api" : "/api" });
    await app.close();
  });
});
