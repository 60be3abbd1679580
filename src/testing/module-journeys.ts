import { waitFor, within } from "@testing-library/react";
import type { ModuleContract } from "#contract/modules/module-contract.ts";
import { samlContract } from "#contract/modules/saml.ts";
import type { ModuleDefinition } from "#modules/define-module.ts";
import { testCertificate } from "#service/testing/test-certificate.ts";
import {
  add,
  addChip,
  addLine,
  all,
  inGroup,
  pick,
  press,
  type,
  write,
  type Act,
  type Hands,
} from "./form-acts.ts";

type Fields = { [field: string]: unknown };
/** Makes a resource and answers its id. */
type Make = (collection: string, body: object) => Promise<string>;

/** How a module kind is set, changed and read back through its form. */
export type ModuleJourney = {
  /** Makes what the module names and answers its id. */
  needs?: (make: Make) => Promise<string>;
  /** Fills the form of a module that is not set. */
  fill: (hands: Hands, id: string) => Promise<void>;
  /** What the service answers then, at least. */
  set: (id: string) => Fields;
  /** Changes one field. */
  change: Act;
  /** The lines of JSON that the Diff tab then marks. */
  diff: { removed: string[]; added: string[] };
  changed: Fields;
  /** Why that can't be undone: what the message of the save says. */
  final?: string;
  /** What somebody else changes meanwhile: another field, or the same in the same way where there is only one. */
  meanwhile: Act;
  changedMeanwhile: Fields;
};

const turnOff = press("Apply to traffic");

/** A kind that can only be on or off. */
const onOff: ModuleJourney = {
  fill: async () => undefined,
  set: () => ({ enabled: true }),
  change: turnOff,
  diff: { removed: ['"enabled": true'], added: ['"enabled": false'] },
  changed: { enabled: false },
  meanwhile: turnOff,
  changedMeanwhile: { enabled: false },
};

const OFF_DIFF = { removed: ['"enabled": true,'], added: ['"enabled": false,'] };
const OFF = { meanwhile: turnOff, changedMeanwhile: { enabled: false } };

const headers: ModuleJourney = {
  fill: all(
    add(/^Add header/),
    write(/1: Name$/, "X-Region"),
    write(/1: Value$/, "eu"),
    write("Remove", "x-debug"),
  ),
  set: () => ({ enabled: true, add: { "x-region": "eu" }, remove: ["x-debug"] }),
  change: write(/1: Value$/, "us"),
  diff: { removed: ['"x-region": "eu"'], added: ['"x-region": "us"'] },
  changed: { add: { "x-region": "us" } },
  meanwhile: addChip("Remove", "server"),
  changedMeanwhile: { remove: ["x-debug", "server"] },
};

/** A list of resources: the id is typed. */
const refs = (label: string, list: string, needs: NonNullable<ModuleJourney["needs"]>): ModuleJourney => ({
  needs,
  fill: (hands, id) => addChip(label, id)(hands),
  set: (id) => ({ enabled: true, [list]: [{ id }] }),
  change: turnOff,
  diff: OFF_DIFF,
  changed: { enabled: false },
  ...OFF,
});

/** `min_version` alone, on either kind of edge. */
const tls: ModuleJourney = {
  fill: press("TLS 1.3"),
  set: () => ({ enabled: true, min_version: "1.3", terminate_at: "edge" }),
  change: press("TLS 1.2"),
  diff: { removed: ['"min_version": "1.3"'], added: ['"min_version": "1.2"'] },
  changed: { min_version: "1.2" },
  ...OFF,
};

const session = {
  change: write(/^Session duration/, "43200"),
  diff: { removed: ['"maximum_duration": 0,'], added: ['"maximum_duration": 43200,'] },
  changed: { maximum_duration: 43_200 },
};

/** Name in the registry → journey through its form. A kind without one gets {@link journeyOfExample}. */
export const MODULE_JOURNEYS: { readonly [name: string]: ModuleJourney } = {
  backend: {
    needs: (make) =>
      make("/backends/tunnel_group", { labels: { app: "dispatch" }, description: "Dispatch workers" }),
    fill: async (hands, id) => {
      await pick("Backend", id.slice(0, 12))(hands);
      await within(hands.form).findAllByText("Dispatch workers");
    },
    set: (id) => ({ enabled: true, backend: { id } }),
    change: turnOff,
    diff: OFF_DIFF,
    changed: { enabled: false },
    ...OFF,
  },
  circuit_breaker: {
    fill: all(write("Rolling window", "20"), write("Error threshold", "0.25")),
    set: () => ({ enabled: true, rolling_window: 20, error_threshold_percentage: 0.25, num_buckets: 10 }),
    change: write("Rolling window", "45"),
    diff: { removed: ['"rolling_window": 20,'], added: ['"rolling_window": 45,'] },
    changed: { rolling_window: 45 },
    meanwhile: write("Buckets", "12"),
    changedMeanwhile: { num_buckets: 12 },
  },
  compression: onOff,
  https_tls_termination: tls,
  ip_restriction: refs("IP policies", "ip_policies", async (make) => {
    const id = await make("/ip_policies", { description: "Office" });
    // The address of the test itself: what locks it out is asked about.
    await make("/ip_policy_rules", { ip_policy_id: id, action: "allow", cidr: "127.0.0.0/8" });
    return id;
  }),
  jwt_validation: {
    fill: all(
      addLine("Issuers", "https://login.example.com"),
      addLine("Audiences", "https://api.example.com"),
      press("RS256"),
      addLine("Key URLs", "https://login.example.com/jwks.json"),
    ),
    set: () => ({
      issuer: { allow_list: { value: "https://login.example.com" } },
      http: { tokens: { type: "jwt", method: "header", name: "Authorization", prefix: "Bearer " } },
      jws: { allowed_algorithms: ["RS256"] },
    }),
    change: press("ES256"),
    diff: {
      removed: ['"allowed_algorithms": ["RS256"],'],
      added: ['"allowed_algorithms": ["RS256", "ES256"],'],
    },
    changed: { jws: { allowed_algorithms: ["RS256", "ES256"] } },
    meanwhile: addLine("Audiences", "https://other.example.com"),
    changedMeanwhile: {
      audience: {
        allow_list: [{ value: "https://api.example.com" }, { value: "https://other.example.com" }],
      },
    },
  },
  mutual_tls: refs("Certificate authorities", "certificate_authorities", async (make) =>
    make("/certificate_authorities", { ca_pem: await testCertificate() }),
  ),
  oauth: {
    fill: all(
      press("GitHub"),
      press("Own app"),
      write("Client ID", "Iv1.7c1d"),
      write("Client secret", "first secret"),
      addChip("Email domains", "example.com"),
    ),
    set: () => ({ provider: { github: { client_id: "Iv1.7c1d", email_domains: ["example.com"] } } }),
    ...session,
    meanwhile: addChip("Email domains", "other.example"),
    changedMeanwhile: { provider: { github: { email_domains: ["example.com", "other.example"] } } },
  },
  oidc: {
    fill: all(
      write("Issuer", "https://login.example.com"),
      write("Client ID", "gatehouse"),
      write("Client secret", "first secret"),
    ),
    set: () => ({ issuer: "https://login.example.com", client_id: "gatehouse" }),
    ...session,
    meanwhile: addChip("Scopes", "openid"),
    changedMeanwhile: { scopes: ["openid"] },
  },
  policies: {
    fill: inGroup(
      "Inbound rules",
      all(
        add("Add rule"),
        write("Name", "Only GET"),
        addLine("Expressions", "req.Method != 'GET'"),
        add("Add action"),
        write("Type", "deny"),
        write("Config", '{ "status_code": 405 }'),
      ),
    ),
    set: () => ({
      inbound: {
        name: "Only GET",
        expressions: ["req.Method != 'GET'"],
        actions: [{ type: "deny", config: { status_code: 405 } }],
      },
    }),
    change: write("Config", '{ "status_code": 403 }'),
    diff: { removed: ['"status_code": 405'], added: ['"status_code": 403'] },
    changed: { inbound: { actions: [{ type: "deny", config: { status_code: 403 } }] } },
    ...OFF,
  },
  request_headers: headers,
  response_headers: headers,
  saml: {
    fill: write("Provider metadata", samlContract.example.idp_metadata),
    set: () => ({ idp_metadata: samlContract.example.idp_metadata, force_authn: false }),
    change: press("Always ask"),
    diff: { removed: ['"force_authn": false,'], added: ['"force_authn": true,'] },
    changed: { force_authn: true },
    meanwhile: addChip("Groups", "operators"),
    changedMeanwhile: { authorized_groups: ["operators"] },
  },
  tls_termination: tls,
  user_agent_filter: {
    fill: all(addLine("Deny", "^curl/"), addLine("Allow", "(?i)googlebot")),
    set: () => ({ allow: ["(?i)googlebot"], deny: ["^curl/"] }),
    change: write("Deny 1", "^Wget/"),
    diff: { removed: ['"deny": ["^curl/"]'], added: ['"deny": ["^Wget/"]'] },
    changed: { deny: ["^Wget/"] },
    meanwhile: addLine("Allow", "^$"),
    changedMeanwhile: { allow: ["(?i)googlebot", "^$"] },
  },
  webhook_verification: {
    fill: all(pick("Provider", "gith"), write("Secret", "first secret")),
    set: () => ({ enabled: true, provider: "github" }),
    change: all(press("Replace"), write("Secret", "second secret")),
    diff: {
      removed: ['"provider": "github"'],
      added: ['"provider": "github",', '"secret": "‹new secret›"'],
    },
    changed: { provider: "github" },
    final: "Can’t be undone: the service doesn’t return the secret.",
    ...OFF,
  },
  websocket_tcp_converter: onOff,
};

/** A journey that any kind can go which names no resource: its contract’s example through the JSON tab, then turned off. */
export function journeyOfExample({ name, contract }: ModuleDefinition): ModuleJourney {
  const { names, example, toAnswer } = contract as unknown as ModuleContract;
  if (names) throw new Error(`${name} names a resource: write its row in src/testing/module-journeys.ts.`);
  return {
    fill: async ({ user, form }) => {
      await user.click(await within(form).findByRole("tab", { name: /^JSON/ }));
      await type(user, await within(form).findByLabelText(/ as JSON$/), JSON.stringify(example));
      await user.click(within(form).getByRole("tab", { name: /^Form/ }));
      await waitFor(() => within(form).getByLabelText("Apply to traffic"));
    },
    set: () => toAnswer(example) as Fields,
    change: turnOff,
    diff: OFF_DIFF,
    changed: { enabled: false },
    ...OFF,
  };
}
