import { request } from "#api/client.ts";
import { taken } from "#api/sign-in-link.ts";
import { href } from "#resources/paths.ts";
import { DELETES } from "./delete-rows.ts";
import type { Row } from "./write-row.ts";

const SAVE = { press: ["Save"], method: "PATCH", done: / saved/ };
const onPage = (done: RegExp) => ({ done, onPage: true }) as const;
/** A token that was lost can't be found again. */
const UNSURE = onPage(/may exist|may have been created/);
const text = () => ({ description: "matrix", metadata: "typed" });
const CREATE = { method: "POST", fill: text };

/** A command that may have worked is watched, whatever the answer was. */
const MAY = /may have worked/;
const UNCLEAR = ["500", "503", "wrong shape", "HTML", "truncated JSON", "nothing", "slow drip"];
const command = (kind: string, nth: number, done: RegExp): Row => ({
  at: ({ agents }) => href.session(agents[nth] ?? ""),
  press: [new RegExp(`^${kind}(?! and).*…$`), new RegExp(`^${kind} [^…]*$`)],
  end: "Cancel",
  method: "POST",
  path: new RegExp(`/${kind.toLowerCase()}$`),
  says: {
    ...Object.fromEntries(UNCLEAR.map((name) => [name, MAY])),
    // An update takes no session away: one that is gone was gone before.
    "404":
      kind === "Update"
        ? /It was offline before the command reached it/
        : /Session not found\. This command may have ended it/,
  },
  claims: /Accepted|Online again|Stopped after|Updated/,
  ...onPage(done),
});

/** The writes of the console, by what they do. */
export const WRITES: Readonly<Record<string, Row>> = {
  "create a key": {
    ...CREATE,
    at: () => href.keyNew(),
    press: ["Create key"],
    path: /\/api_keys$/,
    ...UNSURE,
  },
  "create an authtoken": {
    ...CREATE,
    at: () => href.authtokenNew(),
    press: ["Create authtoken"],
    path: /\/credentials$/,
    ...UNSURE,
  },
  "create a policy": {
    ...CREATE,
    at: () => href.ipPolicyNew(),
    press: ["Create IP policy"],
    path: /\/ip_policies$/,
    done: /IP policy “matrix” created/,
  },
  "create a rule": {
    at: ({ policy }) => href.ipRuleNew(`?to=${policy}`),
    fill: () => ({ cidr: "198.51.100.0/24", ...text() }),
    press: ["Create rule"],
    method: "POST",
    path: /\/ip_policy_rules$/,
    done: /Rule allow 198\.51\.100\.0\/24 created/,
  },
  "add rules in bulk": {
    at: ({ policy }) => href.ipPolicyPaste(policy),
    fill: () => ({ lines: "192.0.2.7/32 matrix" }),
    keeps: /allow 192\.0\.2\.7\/32.*matrix/,
    press: ["Create 1 rule"],
    again: "Retry 1 failed",
    end: "Cancel",
    method: "POST",
    path: /\/ip_policy_rules$/,
    says: { "429": /Too many requests\. Continues in \d+ s/ },
    done: /^1 of 1 created/,
  },
  "create a backend": {
    at: () => href.backendNew(),
    fill: () => ({ "Labels 1: Name": "app", "Labels 1: Value": "typed", ...text() }),
    press: ["Create backend"],
    method: "POST",
    path: /\/backends\/tunnel_group$/,
    done: /“matrix” created/,
  },
  "create a certificate authority": {
    at: () => href.certificateAuthorityNew(),
    fill: ({ pem }) => ({ ca_pem: pem, ...text() }),
    press: ["Create certificate authority"],
    method: "POST",
    path: /\/certificate_authorities$/,
    done: / created/,
  },
  "create an edge": {
    ...CREATE,
    at: () => href.edgeNew(),
    press: ["Create HTTPS edge", "Create without address"],
    path: /\/edges\/https$/,
    ...UNSURE,
  },
  "create a route": {
    at: ({ at }) => href.routeNew(at.edge),
    fill: () => ({ match: "/matrix", ...text() }),
    press: ["Create route"],
    method: "POST",
    path: /\/routes$/,
    done: / created/,
  },
  "change a key": { ...SAVE, at: ({ key }) => href.key(key), fill: text, path: /\/api_keys\/ak_/ },
  "change an authtoken": {
    ...SAVE,
    at: ({ authtoken }) => href.authtokenEdit(authtoken),
    fill: text,
    path: /\/credentials\/cr_/,
  },
  "change a backend": {
    ...SAVE,
    at: ({ backend }) => href.backendEdit(backend),
    fill: text,
    path: /\/tunnel_group\/bkdtg_/,
  },
  "change a certificate authority": {
    ...SAVE,
    at: ({ authority }) => href.certificateAuthorityEdit(authority),
    fill: text,
    path: /\/certificate_authorities\/ca_/,
  },
  "change a policy": {
    ...SAVE,
    at: ({ policy }) => href.ipPolicy(policy),
    fill: text,
    path: /\/ip_policies\/ipp_/,
  },
  "change a rule": {
    ...SAVE,
    at: ({ rule }) => href.ipRule(rule),
    fill: text,
    path: /\/ip_policy_rules\/ipr_/,
  },
  "change an edge": {
    ...SAVE,
    at: ({ at }) => href.edgeEdit("https", at.edge),
    fill: text,
    path: /\/https\/edghts_\w+$/,
  },
  "change a route": {
    ...SAVE,
    at: ({ at }) => href.routeEdit(at.edge, at.route),
    fill: text,
    path: /\/routes\/edghtsrt_\w+$/,
  },
  "set a module": {
    at: ({ at }) => href.routeModule(at.edge, at.route, "circuit_breaker"),
    fill: () => ({ num_buckets: "12" }),
    press: ["Save"],
    method: "PUT",
    path: /\/circuit_breaker$/,
    done: / saved/,
  },
  "turn a module off": {
    at: ({ at }) => href.routeModule(at.edge, at.route, "compression"),
    press: ["Turn off"],
    method: "PUT",
    path: /\/compression$/,
    done: /Turned off compression on/,
  },
  "remove a module": {
    at: ({ doomed }) => href.routeModule(doomed.route.edge, doomed.route.route, "compression"),
    press: ["Remove…", "Remove Compression"],
    method: "DELETE",
    path: /\/compression$/,
    done: /removed/,
  },
  "replace a login": {
    at: ({ login }) => href.routeModule(login.edge, login.route, "oidc"),
    fill: () => ({ issuer: "https://login.example.com", client_id: "matrix", client_secret: "typed" }),
    press: ["Replace OAuth"],
    method: "PATCH",
    path: /\/routes\/edghtsrt_\w+$/,
    done: /OIDC saved on .*, OAuth turned off/,
  },
  ...DELETES,
  "restart an agent": command("Restart", 0, /disconnected|Online again/),
  "stop an agent": command("Stop", 1, /Stopped after/),
  "update an agent": command("Update", 2, MAY),
  "sign in with a key": {
    at: () => href.connect(),
    fill: ({ place: { baseUrl, key } }) => ({ baseUrl, key }),
    press: ["Sign in"],
    method: "GET",
    path: /\/tunnel_sessions\?limit=1$/,
    ...onPage(/No connection to/),
  },
  "sign in with a link": {
    at: () => href.connect(),
    first: async ({ direct: connection }) => {
      const asked = request<{ code: string }>({ method: "POST", path: "/sign_in_codes", connection });
      taken.code = (await asked).code;
    },
    press: [],
    method: "POST",
    path: /\/sign_in_codes\/exchange$/,
    says: { "404": /no sign-in links/ },
    ...onPage(/No connection to .*may be used up. Open the link again/),
  },
};
