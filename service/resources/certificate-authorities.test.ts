import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  CertificateAuthority,
  CertificateAuthorityList,
  type CertificateAuthority as Authority,
} from "#contract/certificate-authority.ts";
import type { ErrorBody, Issue } from "#contract/error.ts";
import { startTestApp, type TestApp } from "../testing/test-app.ts";
import { testCertificate } from "../testing/test-certificate.ts";

let app: TestApp;
beforeEach(async () => {
  app = await startTestApp();
});
afterEach(() => app.close());

const create = (ca_pem: string, more: object = {}) =>
  app.call<Authority>("POST /certificate_authorities", { body: { ca_pem, ...more } });

async function refusal(ca_pem: string): Promise<string> {
  const { status, body } = await create(ca_pem);
  const { error_code, details } = body as unknown as ErrorBody;
  expect([status, error_code]).toEqual([400, "ERR_GATEHOUSE_215"]);
  const issues = JSON.parse(details?.["issues"] ?? "[]") as Issue[];
  expect(issues.map(({ path }) => path)).toEqual([["ca_pem"]]);
  expect(
    (await app.call<{ certificate_authorities: [] }>("GET /certificate_authorities")).body,
  ).toMatchObject({
    certificate_authorities: [],
  });
  return issues[0]?.message ?? "";
}

describe("certificate authorities", () => {
  it("show what their certificate says", async () => {
    const pem = await testCertificate({
      usages: ["keyCertSign", "cRLSign", "digitalSignature"],
      extended: ["1.3.6.1.5.5.7.3.2", "1.2.3.4"],
    });
    const made = await create(pem, { description: "clients" });
    expect(made.status).toBe(201);
    expect(CertificateAuthority.parse(made.body)).toMatchObject({
      description: "clients",
      metadata: "",
      ca_pem: pem,
      subject_common_name: "Test CA",
      not_before: "2026-01-02T03:04:05Z",
      not_after: "2056-01-02T03:04:05Z",
      key_usages: ["digitalSignature", "keyCertSign", "cRLSign"],
      extended_key_usages: ["clientAuth", "1.2.3.4"],
      uri: `http://service.test/api/certificate_authorities/${made.body.id}`,
    });
    expect((await app.call(`GET /certificate_authorities/${made.body.id}`)).body).toEqual(made.body);
    const list = await app.call("GET /certificate_authorities");
    expect(CertificateAuthorityList.parse(list.body).certificate_authorities).toEqual([made.body]);
  });

  it("may have no key usages, and a subject without a common name", async () => {
    const made = await create(await testCertificate({ usages: null, name: "O=Nameless" }));
    expect(made).toMatchObject({
      status: 201,
      body: { key_usages: [], extended_key_usages: [], subject_common_name: "" },
    });
  });

  it("change their description and metadata, nothing else, and write their events", async () => {
    const { id, ca_pem } = (await create(await testCertificate())).body;
    const changed = await app.call<Authority>(`PATCH /certificate_authorities/${id}`, {
      body: { metadata: "m" },
    });
    expect(changed).toMatchObject({ status: 200, body: { metadata: "m", ca_pem } });
    const refused = await app.call(`PATCH /certificate_authorities/${id}`, { body: { ca_pem } });
    expect(refused.status).toBe(400);
    expect(refused.body.msg).toContain("ca_pem can’t be changed");
    expect((await app.call(`DELETE /certificate_authorities/${id}`)).status).toBe(204);
    expect((await app.call(`GET /certificate_authorities/${id}`)).status).toBe(404);
    const rows = await app.db.selectFrom("events").selectAll().orderBy("seq").execute();
    expect(rows.map(({ type }) => type)).toEqual([
      "certificate_authority_created.v0",
      "certificate_authority_updated.v0",
      "certificate_authority_deleted.v0",
    ]);
    expect(JSON.parse(rows[2]?.object ?? "")).toEqual(changed.body);
  });

  it("stay while an edge refers to them", async () => {
    const { id } = (await create(await testCertificate())).body;
    const edge = await app.call<{ id: string }>("POST /edges/https", {
      body: { mutual_tls: { certificate_authority_ids: [id] } },
    });
    expect(edge.status).toBe(201);
    const refused = await app.call(`DELETE /certificate_authorities/${id}`);
    expect(refused).toMatchObject({ status: 409, body: { error_code: "ERR_GATEHOUSE_9011" } });
    expect(refused.body.msg).toContain(`mutual_tls of HTTPS edge ${edge.body.id}`);
    await app.call(`DELETE /edges/https/${edge.body.id}/mutual_tls`);
    expect((await app.call(`DELETE /certificate_authorities/${id}`)).status).toBe(204);
  });
});

describe("a PEM that is none of an authority", () => {
  it("is refused: a certificate that may sign no others", async () => {
    expect(await refusal(await testCertificate({ ca: false }))).toContain("CA:TRUE");
    expect(await refusal(await testCertificate({ ca: null }))).toContain("CA:TRUE");
    expect(await refusal(await testCertificate({ usages: ["digitalSignature"] }))).toContain("keyCertSign");
  });

  it("is refused: several, a cut one, a changed one, other text", async () => {
    const pem = await testCertificate();
    expect(await refusal(`${pem}\n${pem}`)).toContain("not 2");
    const lines = pem.split("\n");
    expect(await refusal([...lines.slice(0, 3), ...lines.slice(-2)].join("\n"))).toContain(
      "a complete X.509 certificate",
    );
    const garbage = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n";
    expect(await refusal(garbage)).toContain("a complete X.509 certificate");
    expect(await refusal("-----BEGIN CERTIFICATE-----\n%%%\n-----END CERTIFICATE-----")).toContain(
      "a complete X.509 certificate",
    );
    expect(await refusal("hello")).toContain("PEM");
    expect(await refusal("")).toContain("PEM");
  });

  it("is refused with its private key, which is not repeated", async () => {
    const key = "-----BEGIN PRIVATE KEY-----\nc2VjcmV0\n-----END PRIVATE KEY-----\n";
    const { body } = await create(`${await testCertificate()}${key}`);
    expect(JSON.stringify(body)).toContain("contains a private key");
    expect(JSON.stringify(body) + app.logged.join("")).not.toContain("c2VjcmV0");
  });
});
