import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ID_PREFIXES } from "#contract/common.ts";
import { kindOf, refHref } from "./ref-target.ts";

const tail = fc.string({ minLength: 1 });

describe("refHref", () => {
  it.each([
    ["ts_1", "/sessions/ts_1"],
    ["tn_1", "/tunnels/tn_1"],
    ["ep_1", "/endpoints/ep_1"],
    ["edghts_1", "/edges/https/edghts_1"],
    ["edgtls_1", "/edges/tls/edgtls_1"],
    ["edgtcp_1", "/edges/tcp/edgtcp_1"],
    ["ak_1", "/keys/ak_1"],
    ["ipp_1", "/ip-policies/ipp_1"],
    ["ipr_1", "/ip-rules/ipr_1"],
    ["bkdtg_1", "/backends?open=bkdtg_1"],
    ["ca_1", "/certificate-authorities?open=ca_1"],
    ["cr_1", "/authtokens?open=cr_1"],
    ["rd_1", null],
    ["usr_1", null],
    ["zz_1", null],
    ["ts_", null],
    ["", null],
    ["constructor_1", null],
  ])("of %s is %s", (id, page) => {
    expect(refHref({ id })).toBe(page);
  });

  it("of a route needs the edge that its uri names", () => {
    const id = "edghtsrt_1";
    const uri = "https://api.example/api/edges/https/edghts_2/routes/edghtsrt_1";
    expect(refHref({ id, uri })).toBe("/edges/https/edghts_2/routes/edghtsrt_1");
    for (const bad of [undefined, "", "/routes/edghtsrt_1", "/edges/https/%E0%A4%A/routes/edghtsrt_1"])
      expect(refHref({ id, uri: bad })).toBeNull();
  });

  it("keeps whatever an id holds inside its own path segment, or as what the list opens", () => {
    fc.assert(
      fc.property(fc.constantFrom(...Object.values(ID_PREFIXES)), tail, (prefix, rest) => {
        const id = `${prefix}_${rest}`.replaceAll(/\p{Surrogate}/gu, "x");
        const page = refHref({ id });
        if (page === null) return;
        const { pathname, searchParams, hash } = new URL(page, "https://console.example");
        const segment = decodeURIComponent(pathname.split("/").at(-1) ?? "");
        expect(hash).toBe("");
        expect([segment === id ? ["open", id] : null, ...searchParams].filter(Boolean)).toEqual([
          ["open", id],
        ]);
      }),
    );
  });
});

describe("kindOf", () => {
  it("knows every prefix of the contract", () => {
    for (const [kind, prefix] of Object.entries(ID_PREFIXES)) expect(kindOf(`${prefix}_0ERX`)).toBe(kind);
  });
});
