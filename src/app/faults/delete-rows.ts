import { request } from "#api/client.ts";
import { href } from "#resources/paths.ts";
import type { Row } from "./write-row.ts";

const REMOVE = { method: "DELETE", done: /eleted/ };

/** Deletes one that `first` makes, named "undo", then undoes that, until it is done. */
const undo = (path: string, body: object, at: (id: string) => string, press: Row["press"]): Row => {
  let id = "";
  return {
    first: async ({ direct: connection }) => {
      const made = { method: "POST", path, body: { description: "undo", ...body }, connection } as const;
      id = (await request<{ id: string }>(made)).id;
    },
    at: () => at(id),
    ready: /Sorted by/,
    press: [...press, "Undo"],
    again: "Try again",
    keeps: /Try again/,
    method: "POST",
    path: new RegExp(`${path}$`),
    claims: /restored with/,
    done: /restored with a new ID/,
  };
};

let saves = 0;

/** The deletions of the console, and what is undone. */
export const DELETES: Readonly<Record<string, Row>> = {
  "delete a policy": {
    ...REMOVE,
    at: ({ doomed }) => href.ipPolicy(doomed.policy),
    press: ["Delete IP policy…", "Delete IP policy"],
    path: /\/ip_policies\/ipp_/,
  },
  "delete a rule": {
    ...REMOVE,
    at: ({ doomed }) => href.ipRule(doomed.rule),
    press: ["Delete…", "Delete rule"],
    path: /\/ip_policy_rules\/ipr_/,
  },
  "delete a key": {
    ...REMOVE,
    at: ({ doomed }) => href.key(doomed.key),
    press: ["Delete key…", "Delete key"],
    path: /\/api_keys\/ak_/,
  },
  "delete an edge": {
    ...REMOVE,
    at: ({ doomed }) => href.edge("https", doomed.edge),
    press: [/^More for/, "Delete edge…", "Delete HTTPS edge"],
    path: /\/https\/edghts_\w+$/,
  },
  "delete a route": {
    ...REMOVE,
    at: ({ doomed }) => href.route(doomed.route.edge, doomed.route.route),
    press: ["Delete route…", "Delete route"],
    path: /\/routes\/edghtsrt_\w+$/,
  },
  "delete a backend": {
    ...REMOVE,
    at: () => href.backends(),
    press: ["Actions for doomed", "Delete…", "Delete backend"],
    path: /\/backends\/tunnel_group\/bkdtg_/,
  },
  "delete a certificate authority": {
    ...REMOVE,
    at: () => href.certificateAuthorities(),
    press: ["Actions for doomed", "Delete…", "Delete certificate authority"],
    path: /\/certificate_authorities\/ca_/,
  },
  "delete an authtoken": {
    ...REMOVE,
    at: () => href.authtokens(),
    press: ["Actions for doomed", "Delete…", "Delete authtoken"],
    path: /\/credentials\/cr_/,
  },
  "undo the deletion of a backend": undo(
    "/backends/tunnel_group",
    { labels: { app: "undo" } },
    () => href.backends(),
    ["Actions for undo", "Delete…", "Delete backend"],
  ),
  "undo the deletion of a policy": undo("/ip_policies", {}, href.ipPolicy, [
    "Delete IP policy…",
    "Delete IP policy",
  ]),
  "undo the deletion of an edge": undo("/edges/https", {}, (id) => href.edge("https", id), [
    /^More for/,
    "Delete edge…",
    "Delete HTTPS edge",
  ]),
  "undo the creation of an edge": {
    at: () => href.edgeNew(),
    press: ["Create HTTPS edge", "Create without address", "Undo"],
    again: "Try again",
    keeps: /Try again/,
    method: "DELETE",
    path: /\/https\/edghts_\w+$/,
    done: / deleted/,
  },
  "undo a change of a policy": {
    at: ({ policy }) => href.ipPolicy(policy),
    first: async () => void (saves += 1),
    fill: () => ({ description: `save ${saves}` }),
    press: ["Save", "Undo"],
    again: "Try again",
    keeps: /Try again/,
    method: "PATCH",
    path: /\/ip_policies\/ipp_/,
    claims: /Undone/,
    done: /Undone: /,
  },
};
