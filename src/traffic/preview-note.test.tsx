// Cause: what a change does to visitors was seen by them. Law: before it is saved, the requests of the last hour that it would have
// blocked are counted and listed; where that can't be known, nothing is claimed (docs/decisions/edge/previews.md).
import { useState } from "react";
import { screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import type { TrafficPreview } from "#contract/traffic/preview.ts";
import { ipRules } from "#resources/ip-rules.ts";
import { href } from "#resources/paths.ts";
import { makeWorld } from "#service/testing/conformance/world.ts";
import { keep, trafficEvent } from "#service/testing/traffic-events.ts";
import { connectedApp } from "#testing/connected-app.ts";
import { inApp, previewedRoute } from "#testing/previewed.tsx";
import { PreviewNote } from "./preview-note.tsx";
import { RulesPreview } from "./rules-preview.tsx";

const app = connectedApp();
const made = () => previewedRoute(app);
/** What is said of them, once it is of so many. */
async function said(requests: string) {
  const heading = await screen.findByText(requests);
  return [...(heading.parentElement?.querySelectorAll("p.font-strong") ?? [])].map(
    (line) => line.textContent,
  );
}
const show = (draft: Parameters<typeof PreviewNote>[0]["draft"]) => inApp(<PreviewNote draft={draft} />);

it("counts and lists the visitors whom a draft would have blocked", async () => {
  const { id, visit } = await made();
  const [curl, wget] = [visit("curl/8"), visit("Wget")];
  await keep(app.traffic, [curl, wget, visit("curl/8", { "gatehouse.test": true })]);
  const module = { owner_id: id, kind: "user_agent_filter", request: { deny: ["curl"] } };
  const { user } = show({ module });
  expect(await said("2 requests in the last hour")).toEqual(["1 would be blocked"]);
  await user.click(screen.getByText("Show requests"));
  const links = screen.getAllByRole("link").map((link) => link.getAttribute("href"));
  expect(links).toEqual([href.trafficEvent(curl.event_id)]);
  expect(document.body.textContent).toContain("BlockedMatches deny curl");
});

const PROVIDER = { issuer: "https://login.example.com", client_id: "shop", client_secret: "none" };
// Cause: a login was said to block those whom it asks to sign in. Law: an effect is named as who is met by it sees it.
it.each<[kind: string, request: Record<string, unknown>, fate: string, more: RegExp]>([
  [
    "oidc",
    PROVIDER,
    "would have to sign in with OIDC",
    /with OIDC1 can’t be checkedToo little was recorded to check all/,
  ],
  ["circuit_breaker", { volume_threshold: 1 }, "would be blocked", /count from .*, starting at zero/],
])("says of a draft of %s what it does not know", async (kind, request, fate, more) => {
  const { id, visit } = await made();
  const before = new Date(Date.now() - 1_000).toISOString();
  const failed = { "http.response.status_code": 500, "gatehouse.start_ts": before };
  const secret = {
    "http.request.headers": { Cookie: ["redacted"] },
    "gatehouse.redacted": ["http.request.headers.Cookie"],
  };
  await keep(app.traffic, [visit("curl/8", failed), visit("curl/8", secret)]);
  show({ module: { owner_id: id, kind, request } });
  expect(await said("2 requests in the last hour")).toContain(`1 ${fate}`);
  expect(document.body.textContent).toMatch(more);
});

// Cause: beside a saved login a draft of another module was said to block those who are asked to sign in, and a draft of a login to ask
// those whom another module blocks. Law: as above, of who stops them.
it.each([
  ["user_agent_filter", { deny: ["Bot"] }, ["oidc"], "Both would have to sign in with OIDC either way"],
  ["oidc", { ...PROVIDER, scopes: ["openid"] }, ["user_agent_filter"], "Both would be blocked either way"],
  ["policies", {}, ["oidc", "user_agent_filter"], "Both would be blocked or have to sign in either way"],
])("says of a draft of %s how those are met whom saved modules stop", async (kind, request, saved, fate) => {
  const { id, edge_id, visit } = await made();
  const at = `/edges/https/${edge_id}/routes/${id}`;
  const deny = saved.length === 1 ? ["curl", "Wget"] : ["curl"];
  const bodies: Record<string, object> = { oidc: PROVIDER, user_agent_filter: { deny } };
  for (const one of saved) await app.call(`PUT ${at}/${one}`, { body: bodies[one] });
  await keep(app.traffic, [visit("curl/8"), visit("Wget")]);
  show({ module: { owner_id: id, kind, request } });
  expect(await said("2 requests in the last hour")).toEqual([fate]);
  expect(document.body.textContent).not.toContain("No session");
});

// Cause: a login in place of another was said to change nothing, as the one that goes off still blocked. Law: what is tried is what a save makes.
it("tries a login in place of another without that one", async () => {
  const { id, edge_id, visit } = await made();
  await app.call(`PUT /edges/https/${edge_id}/routes/${id}/oidc`, { body: PROVIDER });
  await keep(app.traffic, [visit("curl/8")]);
  const request = { provider: { github: { client_id: "c", client_secret: "s", teams: ["acme/ops"] } } };
  show({ module: { owner_id: id, kind: "oauth", request, off: ["oidc"] } });
  expect(await said("1 request in the last hour")).toEqual([
    "It would have to sign in either way, with OAuth after this change",
  ]);
  expect(document.body.textContent).not.toContain("No session");
});

// Cause: many rules at once were created without it. Law: of all rules on a page, those of the policy decide.
it("tries the rules that a policy would have", async () => {
  const { id, edge_id, visit } = await made();
  const { id: policyId } = await makeWorld(app).make("/ip_policies");
  const at = `/edges/https/${edge_id}/routes/${id}/ip_restriction`;
  await app.call(`PUT ${at}`, { body: { ip_policy_ids: [policyId] } });
  await keep(app.traffic, [visit("curl/8")]);
  const rule = (of: string, action: string, cidr: string) => ({ action, cidr, ip_policy: { id: of } });
  const rules = [rule(policyId, "allow", " 203.0.113.0/24 "), rule("ipp_other", "deny", "0.0.0.0/0")];
  inApp(<RulesPreview policyId={policyId} rules={rules} />);
  expect(await said("1 request in the last hour")).toEqual(["It would be let in"]);

  // Cause: with 30 places of the policy there was no preview (500). Law: of very many it says that there was more.
  const others = Array.from({ length: 1_000 }, (_, index) => `edghtsrt_00${index}`);
  await app.db
    .insertInto("module_refs")
    .values(others.map((owner_id) => ({ owner_id, kind: "ip_restriction", ref_id: policyId })))
    .execute();
  const { body } = await app.call<TrafficPreview>("POST /traffic_previews", {
    body: { ip_policy: { id: policyId, rules: [] } },
  });
  expect(body).toMatchObject({ requests: 1, more: true });
});

// Cause: visitors who would be sent to sign in, and no longer be refused by their address, were told as "nothing changes". Law: what
// blocks them instead is named.
it("says which module still blocks who is no longer blocked by address", async () => {
  const { id, edge_id, visit } = await made();
  const { id: policyId } = await makeWorld(app).make("/ip_policies");
  const at = `/edges/https/${edge_id}/routes/${id}`;
  await app.call(`PUT ${at}/ip_restriction`, { body: { ip_policy_ids: [policyId] } });
  await app.call(`PUT ${at}/oidc`, { body: { ...PROVIDER, scopes: ["openid"] } });
  await keep(app.traffic, [visit("curl/8"), visit("Wget", { "conn.client_ip": "198.51.100.7" })]);
  const rule = (cidr: string) => ({ action: "allow", cidr, ip_policy: { id: policyId } });
  const { unmount } = inApp(<RulesPreview policyId={policyId} rules={[rule("0.0.0.0/0")]} />);
  const instead = "would have to sign in with OIDC instead of being blocked";
  expect(await said("2 requests in the last hour")).toEqual([`Both ${instead}`]);
  unmount();
  inApp(<RulesPreview policyId={policyId} rules={[rule("203.0.113.0/24")]} />);
  expect(await said("2 requests in the last hour")).toEqual([`1 ${instead}`]);
});

// Cause: of a draft that blocks all it did not say by what. Law: what is blocked is said with its reason, the most frequent first.
it("says by what all are blocked", async () => {
  const { id, visit } = await made();
  await keep(app.traffic, [visit("Wget"), visit("curl/8"), visit("curl/9")]);
  const draft = (deny: string[]) => ({
    module: { owner_id: id, kind: "user_agent_filter", request: { deny } },
  });
  const { unmount } = show(draft(["curl", "Wget", "Bot"]));
  expect(await said("3 requests in the last hour")).toEqual(["All would be blocked"]);
  const reasons = () => screen.getAllByText(/by user agent filter/i).map((one) => one.textContent);
  expect(reasons()).toEqual([
    "2 by user agent filter (Matches deny curl)",
    "1 by user agent filter (Matches deny Wget)",
  ]);
  unmount();
  show(draft(["."]));
  expect(await said("3 requests in the last hour")).toEqual(["All would be blocked"]);
  expect(reasons()).toEqual(["By user agent filter (Matches deny .)"]);
});

// Cause: of 2 that a draft blocks only the one that got in before was told, as if the other got in. Law: whoever is blocked for certain
// is told as blocked.
it("says of how many who are blocked already that they still are", async () => {
  const { id, edge_id, visit } = await made();
  const body = { deny: ["curl"] };
  await app.call(`PUT /edges/https/${edge_id}/routes/${id}/user_agent_filter`, { body });
  await keep(app.traffic, [visit("curl/8"), visit("Wget")]);
  show({ module: { owner_id: id, kind: "user_agent_filter", request: { deny: ["curl", "Wget"] } } });
  expect(await said("2 requests in the last hour")).toEqual([
    "1 would be blocked",
    "1 would be blocked either way",
  ]);
});

// Cause: a policy that nothing uses had "No requests in the last hour", in an account with many. Law: what is said is why.
it("says of a policy that no edge or route uses it", async () => {
  const { id } = await makeWorld(app).make("/ip_policies");
  const rules = [{ action: "allow", cidr: "10.0.0.0/8", ip_policy: { id } }];
  inApp(<RulesPreview policyId={id} rules={rules} />);
  expect(await screen.findByText("No edge or route uses this policy yet.")).toBeDefined();
});

// Cause: a range was sent to be tried while its mask was missing, and was refused (400). Law: nothing is sent of which the console
// knows that it will be refused.
it("tries no rules of which a range is none yet, and none of no policy", async () => {
  const { id: policyId } = await makeWorld(app).make("/ip_policies");
  const own = globalThis.fetch;
  const asked: string[] = [];
  const watched = vi.spyOn(globalThis, "fetch").mockImplementation((input, init) => {
    if (typeof init?.body === "string") asked.push(init.body);
    return own(input, init);
  });
  const rulesOf = (cidr: string) => [{ action: "allow", cidr, ip_policy: { id: policyId } }];
  inApp(
    <>
      <RulesPreview policyId={policyId} rules={rulesOf("203.0.113.9")} />
      <RulesPreview policyId="" rules={rulesOf("203.0.113.9/32")} />
      <RulesPreview policyId={policyId} rules={rulesOf("203.0.113.9/32")} />
    </>,
  );
  await vi.waitFor(() => expect(asked).not.toEqual([]));
  expect(asked.filter((body) => !body.includes("203.0.113.9/32") || !body.includes(policyId))).toEqual([]);
  watched.mockRestore();
});

// Cause: a request whose body was kept was as unknown as any other. Law: what was kept decides.
it("reads the bodies that were kept", async () => {
  const { id, visit } = await made();
  const body = Buffer.from('{"sku":"a1"}');
  const sent = {
    "http.request.method": "post",
    "http.request.headers": { "Content-Type": ["application/json"], "Content-Length": [`${body.length}`] },
    "gatehouse.capture.request.headers": {
      "Content-Type": ["application/json"],
      "Content-Length": [`${body.length}`],
    },
  };
  const kept = {
    "gatehouse.capture.request.content": body.toString("base64"),
    "gatehouse.capture.request.kept": body.length,
    "gatehouse.capture.request.truncated": false,
  };
  await keep(app.traffic, [visit("curl/8", { ...sent, ...kept }), visit("curl/8", sent)]);
  const request = {
    issuer: { allow_list: { value: "https://login.example" } },
    audience: { allow_list: { value: "shop" } },
    http: { tokens: { type: "jwt", method: "body", name: "token" } },
    jws: {
      allowed_algorithms: ["ES256"],
      keys: { sources: { additional_jkus: ["https://login.example/keys"] } },
    },
  };
  const { user } = show({ module: { owner_id: id, kind: "jwt_validation", request } });
  expect(await said("2 requests in the last hour")).toEqual(["1 would be blocked", "1 can’t be checked"]);
  await user.click(screen.getByText("Show requests"));
  expect(document.body.textContent).toContain("BlockedNo token in body field token");
});

// Cause: of a module that closes its route it said "nothing changes", or "unknown" of who may have been blocked before. Law: whoever is
// blocked for certain is told as blocked.
it("says that all are blocked by a draft that can't be applied", async () => {
  const { id, edge_id, visit } = await made();
  const at = `/edges/https/${edge_id}/routes/${id}`;
  const jwt = (url: string) => ({
    issuer: { allow_list: { value: "https://login.example" } },
    audience: { allow_list: { value: "shop" } },
    http: { tokens: { type: "jwt", method: "header", name: "Authorization", prefix: "Bearer " } },
    jws: { allowed_algorithms: ["ES256"], keys: { sources: { additional_jkus: [url] } } },
  });
  const draft = (url: string) => ({ module: { owner_id: id, kind: "jwt_validation", request: jwt(url) } });
  await app.call(`PUT ${at}/jwt_validation`, { body: jwt("https://login.example/keys") });
  await keep(app.traffic, [visit("curl/8"), visit("Wget")]);
  const { unmount } = show(draft("http://login.example/keys"));
  expect(await said("2 requests in the last hour")).toEqual(["Both would be blocked either way"]);
  unmount();
  // A breaker behind it: nobody knows whether it blocked them.
  await app.call(`PUT ${at}/jwt_validation`, {
    body: { ...jwt("https://login.example/keys"), enabled: false },
  });
  await app.call(`PUT ${at}/policies`, {
    body: { inbound: [{ expressions: ["req.headers['cookie'][0] == 'a'"], actions: [{ type: "deny" }] }] },
  });
  const secret = {
    "http.request.headers": { Cookie: ["redacted"] },
    "gatehouse.redacted": ["http.request.headers.Cookie"],
  };
  await keep(app.traffic, [visit("a", secret)]);
  show(draft("http://login.example/keys"));
  expect(await said("3 requests in the last hour")).toEqual(["All would be blocked"]);
  expect(document.body.textContent).not.toContain("Too little");
});

// Cause: "Turn off" of a login counted one visitor where a circuit breaker stood behind it, and "no change found" hid those of whom
// nothing was known. Law: who may get in is said in the headline, and so is of how many it can't be told.
it("says who may get in, and of how many nothing is known", async () => {
  const { id, edge_id, visit } = await made();
  const at = `/edges/https/${edge_id}/routes/${id}`;
  const login = { ...PROVIDER, scopes: ["openid"] };
  await app.call(`PUT ${at}/oidc`, { body: login });
  await app.call(`PUT ${at}/circuit_breaker`, { body: { volume_threshold: 9 } });
  const signIn = {
    "gatehouse.decisions": [{ module: "oidc", verdict: "answer", reason: "No session", took_ms: 1 }],
  };
  await keep(app.traffic, [visit("a", signIn), visit("b", signIn), visit("c", signIn)]);
  const off = { owner_id: id, kind: "oidc", request: { ...login, enabled: false } };
  const { unmount } = show({ module: off });
  expect(await said("3 requests in the last hour")).toEqual(["1 would be let in", "2 more may be let in"]);
  unmount();
  const other = await made();
  const secret = {
    "http.request.headers": { Cookie: ["redacted"] },
    "gatehouse.redacted": ["http.request.headers.Cookie"],
  };
  await keep(app.traffic, [other.visit("a", secret)]);
  show({ module: { owner_id: other.id, kind: "oidc", request: login } });
  expect(await said("1 request in the last hour")).toEqual(["It can’t be checked"]);
});

// Cause: "2 requests in the last hour: unknown for 2. Not all can be checked", of an edge that has connections. Law: a thing has one noun, and
// that none can be checked is said as it is.
it("speaks of the connections of an edge without HTTP, and of those of which nothing can be told", async () => {
  const world = makeWorld(app);
  const { id } = await world.make("/edges/tls");
  const module = { owner_id: id, kind: "tls_termination", request: { terminate_at: "edge" } };
  const { unmount } = show({ module });
  await screen.findByText("No connections in the last hour to try this on.");
  unmount();
  const connection = {
    "gatehouse.edge_id": id,
    "gatehouse.start_ts": new Date().toISOString(),
    "conn.client_ip": "203.0.113.7",
  };
  await keep(app.traffic, [trafficEvent({ "conn.end_ts": new Date().toISOString(), ...connection })]);
  show({ module });
  expect(await said("1 connection in the last hour")).toEqual(["It can’t be checked"]);
});

it("claims nothing for a draft that the service would not take", async () => {
  const module = { owner_id: "edghtsrt_0", kind: "user_agent_filter", request: { deny: ["("] } };
  const { client } = show({ module });
  await waitFor(() =>
    expect(client.getQueryCache().findAll({ queryKey: ["traffic"] })[0]?.state.status).toBe("error"),
  );
  expect(document.body.textContent).toBe("");
});

// Cause: while a draft was edited, the numbers of the one before stood beside it as its own; a check that failed said nothing, as if the
// draft changed nothing. Law: numbers that belong to another draft are marked, and what could not be checked is said.
it("marks what is of an earlier draft, and says that a check failed", async () => {
  const { id, visit } = await made();
  await keep(app.traffic, [visit("curl/8"), visit("Wget")]);
  function Editing() {
    const [deny, setDeny] = useState("curl");
    return (
      <>
        <button onClick={() => setDeny(deny === "curl" ? "." : "W")}>Type</button>
        <PreviewNote
          draft={{ module: { owner_id: id, kind: "user_agent_filter", request: { deny: [deny] } } }}
        />
      </>
    );
  }
  const { user } = inApp(<Editing />);
  const blocked = (count: number) =>
    screen.findByText(["Nothing changes", "1 would be blocked", "Both would be blocked"][count] ?? "");
  const isOld = (shown: HTMLElement) => shown.closest("[aria-busy]")?.getAttribute("aria-busy");
  expect(isOld(await blocked(1))).toBe("false");
  await user.click(screen.getByText("Type"));
  expect(isOld(await blocked(1))).toBe("true");
  expect(isOld(await blocked(2))).toBe("false");
  const own = globalThis.fetch;
  const failing = vi
    .spyOn(globalThis, "fetch")
    .mockImplementation(async (input, init) =>
      String(input instanceof Request ? input.url : input).endsWith("/traffic_previews")
        ? Promise.reject(new TypeError("cut"))
        : own(input, init),
    );
  await user.click(screen.getByText("Type"));
  await screen.findByText("Could not check recent requests. You can still save.");
  failing.mockRestore();
});

// Cause: for a second after another policy was chosen the result of the one before stood beside it. Law: what is said is of what is shown.
it("says nothing of the policy before once another is chosen", async () => {
  const { id: one } = await makeWorld(app).make("/ip_policies");
  const { id: other } = await makeWorld(app).make("/ip_policies");
  function Choosing() {
    const [policyId, setPolicyId] = useState(one);
    return (
      <>
        <button onClick={() => setPolicyId(other)}>Other</button>
        <RulesPreview policyId={policyId} rules={[]} />
      </>
    );
  }
  const { user } = inApp(<Choosing />);
  const said = /uses this policy yet/;
  await screen.findByText(said);
  await user.click(screen.getByText("Other"));
  expect(screen.queryByText(said)).toBeNull();
  await screen.findByText(said);
});

// Cause: a preview hung on its draft alone, and said "blocked" after the chosen policy allowed the visitors elsewhere. Law: it is
// counted again once the rules change.
it("counts again once the rules of a policy change", async () => {
  const { id, visit } = await made();
  const { id: policyId } = await makeWorld(app).make("/ip_policies");
  await keep(app.traffic, [visit("curl/8")]);
  const request = { ip_policy_ids: [policyId] };
  const { client } = show({ module: { owner_id: id, kind: "ip_restriction", request } });
  const read = () => client.fetchQuery({ ...ipRules.query, staleTime: 0 });
  await read();
  expect(await said("1 request in the last hour")).toEqual(["It would be blocked"]);
  const body = { ip_policy_id: policyId, action: "allow", cidr: "203.0.113.0/24" };
  await app.call("POST /ip_policy_rules", { body });
  await read();
  await screen.findByText("Nothing changes");
});
