// What the modules of a usual route cost: IP restriction, JWT validation and headers, with compression off, beside a route of the
// same edge that has none.
import { once } from "node:events";
import { createServer } from "node:http";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { ask, origin } from "../../load/service.mjs";
import { cpuMs, median, pour } from "./raw-client.mjs";
import { agent, WARM_ROUNDS } from "./tunnel.mjs";

const ROUNDS = 8;
const ROUND_MS = 1_000;
const CONNECTIONS = 50;
const HOST = "chain.example";
const ISSUER = "https://login.example";
const AIM = 0.8;

/** @typedef {import("./table.mjs").Figure} Figure */

/** @param {(figure: Figure) => void} report @param {import("./tunnel.mjs").Side} side @param {number} port of the app */
export async function typicalChain(report, side, port) {
  const { privateKey, publicKey } = await generateKeyPair("RS256");
  const keys = JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), kid: "k1" }] });
  const issuer = createServer((_request, response) => response.end(keys)).listen(0, "127.0.0.1");
  await once(issuer, "listening");
  const address = issuer.address();
  const jwks = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}/jwks.json`;
  const tunnel = await agent(origin, ["--tunnel", `http:127.0.0.1:${port}`, "--label", "app=chain"]);
  try {
    await makeRoutes(jwks);
    const authorization = `Bearer ${await new SignJWT({ iss: ISSUER, aud: HOST })
      .setProtectedHeader({ alg: "RS256", kid: "k1" })
      .setExpirationTime("1h")
      .sign(privateKey)}`;
    await inTurns(report, side.origin, [...side.pids, tunnel.worker], authorization);
  } finally {
    tunnel.child.kill();
    issuer.close();
  }
}

/** An edge with two routes to the same app. @param {string} jwks */
async function makeRoutes(jwks) {
  const { id: backend_id } = await ask("/backends/tunnel_group", { labels: { app: "chain" } });
  const { id: ip_policy_id } = await ask("/ip_policies", {});
  await ask("/ip_policy_rules", { ip_policy_id, action: "allow", cidr: "127.0.0.0/8" });
  const { id } = await ask("/edges/https", { hostports: [`${HOST}:443`] });
  const route = (/** @type {string} */ match, /** @type {object} */ modules) =>
    ask(`/edges/https/${id}/routes`, {
      match_type: "exact_path",
      match,
      backend: { backend_id },
      ...modules,
    });
  await route("/bare", {});
  await route("/chain", {
    ip_restriction: { ip_policy_ids: [ip_policy_id] },
    jwt_validation: {
      issuer: { allow_list: { value: ISSUER } },
      audience: { allow_list: { value: HOST } },
      http: { tokens: { type: "jwt", method: "header", name: "Authorization", prefix: "Bearer " } },
      jws: { allowed_algorithms: ["RS256"], keys: { sources: { additional_jkus: [jwks] } } },
    },
    request_headers: { add: { "x-client-ip": "${.conn.client_ip}" }, remove: ["x-debug"] },
    response_headers: { add: { "strict-transport-security": "max-age=31536000" } },
    compression: { enabled: false },
  });
}

/** @param {(figure: Figure) => void} report @param {string} edge @param {number[]} pids @param {string} authorization */
async function inTurns(report, edge, pids, authorization) {
  const cpu = () => pids.reduce((sum, pid) => sum + cpuMs(pid), 0);
  const sides = ["/chain", "/bare"].map((path) => ({ path, rate: [0].slice(1), used: [0].slice(1) }));
  for (let round = -WARM_ROUNDS; round < ROUNDS; round += 1)
    for (const { path, rate, used } of round % 2 ? sides : sides.toReversed()) {
      const next = () => ({ method: "GET", path, headers: { host: HOST, authorization } });
      const before = cpu();
      const { perSecond, count, statuses } = await pour(edge, next, {
        ms: ROUND_MS,
        connections: CONNECTIONS,
      });
      if (Object.keys(statuses).join() !== "200") throw new Error(JSON.stringify(statuses));
      if (round < 0) continue;
      rate.push(perSecond);
      used.push(((cpu() - before) / count) * 1000);
    }
  const [chain, bare] = sides;
  if (!chain || !bare) return;
  const ratio = Number((median(chain.rate) / median(bare.rate)).toFixed(3));
  report({
    bench: "small requests through a typical chain of modules",
    value: Math.round(median(chain.rate)),
    unit: "requests/s",
    yardstick: `no modules: ${Math.round(median(bare.rate))} requests/s`,
    ratio,
    aim: `≥ ${AIM}`,
    met: ratio >= AIM,
  });
  report({
    bench: "CPU of a small request through that chain",
    value: Math.round(median(chain.used)),
    unit: "µs",
    yardstick: `no modules: ${Math.round(median(bare.used))} µs`,
    ratio: Number((median(chain.used) / median(bare.used)).toFixed(2)),
  });
}
