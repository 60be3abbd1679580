import { afterAll, beforeAll, expect, it } from "vitest";
import { samlContract } from "#contract/modules/saml.ts";
import { startTestApp, type TestApp } from "../testing/test-app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const ROUNDS = 8;

async function make(path: string, body: object): Promise<string> {
  return (await app.call<{ id: string }>(`POST ${path}`, { body })).body.id;
}

async function newRoute(): Promise<string> {
  const edge = await make("/edges/https", {});
  const route = await make(`/edges/https/${edge}/routes`, { match_type: "path_prefix", match: "/" });
  return `/edges/https/${edge}/routes/${route}`;
}

it("two login modules at the same moment: one is set, the other refused", async () => {
  const oidc = { issuer: "https://login.example.com", client_id: "one", client_secret: "two" };
  for (let round = 0; round < ROUNDS; round += 1) {
    const path = await newRoute();
    const answers = await Promise.all([
      app.call(`PUT ${path}/oidc`, { body: oidc }),
      app.call(`PUT ${path}/saml`, { body: samlContract.example }),
      app.call(`PATCH ${path}`, { body: { oauth: { provider: { github: {} } } } }),
    ]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400]);
  }
});

it("a backend deleted while a module comes to name it: either it is gone or it is named, never both", async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const path = await newRoute();
    const backend_id = await make("/backends/tunnel_group", { labels: { app: "a" } });
    const [put, gone] = await Promise.all([
      app.call(`PUT ${path}/backend`, { body: { backend_id } }),
      app.call(`DELETE /backends/tunnel_group/${backend_id}`),
    ]);
    expect([
      [200, 409],
      [400, 204],
    ]).toContainEqual([put.status, gone.status]);
  }
});

it("one hostport for two edges at the same moment: one has it, the other is 409", async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const body = { hostports: [`race-${round}.example.com:443`] };
    const answers = await Promise.all(
      ["https", "tls", "https"].map((kind) => app.call(`POST /edges/${kind}`, { body })),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409]);
  }
});
