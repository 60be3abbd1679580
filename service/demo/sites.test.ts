import { once } from "node:events";
import { expect, test } from "vitest";
import { startTestEdge } from "../../edge/testing/test-edge.ts";
import { demoEdges } from "./edge-list.ts";
import { demoProfiles } from "./profiles.ts";
import { createDemoSites } from "./sites.ts";

test("a site is reached through the edge, as a page or as JSON; what is no site refuses", async () => {
  const t = await startTestEdge();
  try {
    const { dial } = createDemoSites();
    await t.agent(
      [
        { proto: "http", forwards_to: "http://localhost:8000", hostname: "dock.example" },
        { proto: "http", forwards_to: "http://localhost:4", hostname: "none.example" },
      ],
      { dial },
    );
    const at = (host: string, path: string, accept = "*/*") => t.call(path, { headers: { host, accept } });
    expect(JSON.parse((await at("dock.example", "/?a=1")).body)).toEqual({ gate: 3, trucks: 2 });
    expect((await at("dock.example", "/", "text/html")).body).toContain("<h1>Dock</h1>");
    expect(await at("dock.example", "/none")).toMatchObject({ status: 404 });
    expect(await at("none.example", "/")).toMatchObject({ status: 502 });
  } finally {
    await t.dispose();
  }
});

// Cause: visitors dialled databases and jump hosts that nothing answered for, so that the overview filled with failures beside
// the findings of the demo. Law: what visitors of the demo are sent to answers.
test("each forwarding of the demo’s agents that visitors come to answers", async () => {
  const { dial } = createDemoSites();
  const forwards = demoProfiles(200)
    .flatMap(({ tunnels }) => tunnels)
    .flatMap(({ proto, forwards_to }) => (proto === "tls" ? [] : [forwards_to]));
  for (const one of new Set(forwards)) {
    const stream = await dial(one);
    stream.write("GET / HTTP/1.1\r\nhost: demo\r\n\r\n");
    const [said] = await once(stream, "data");
    expect([one, String(said)]).toEqual([one, expect.stringMatching(/\S/)]);
    stream.destroy();
  }
});

// Cause: the app of the gateways knew neither /reports nor /quote, so a route whose backend was mended said "Online" and answered
// 404. Law: each route of the demo leads to a page, that of the reports too once the gateways are its backend.
test("the app behind each route of the demo has a page at its path", async () => {
  const { dial } = createDemoSites();
  const tunnels = demoProfiles(200).flatMap((one) => one.tunnels);
  const backends = {
    gateways: "gateway",
    scanners: "scanner",
    hooks: "hooks",
    batch: "batch",
    queue: "queue",
    invoices: "gateway",
  };
  const policies = { office: "", carriers: "", scanners: "", payments: "" };
  const routes = demoEdges({ backends, policies, authority: "" }).flatMap((one) => one.routes ?? []);
  expect(routes.map(({ match }) => match)).toContain("/reports");
  for (const { match, modules } of routes) {
    const app = (modules.backend as { backend_id: string }).backend_id;
    const stream = await dial(tunnels.find(({ labels }) => labels?.["app"] === app)?.forwards_to ?? "");
    stream.write(`GET ${match} HTTP/1.1\r\nhost: demo\r\n\r\n`);
    const [said] = await once(stream, "data");
    expect([match, String(said).split("\r\n")[0]]).toEqual([match, "HTTP/1.1 200 OK"]);
    stream.destroy();
  }
});
