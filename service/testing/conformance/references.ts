/** What is referred to, by which module under which field, and on which edges; routes have the first two. */
export const REFERENCES = [
  ["backendUnknown", "backend", "backend_id", "bkdtg", "/backends/tunnel_group", ["tls", "tcp"]],
  ["ipPolicyUnknown", "ip_restriction", "ip_policy_ids", "ipp", "/ip_policies", ["tls", "tcp"]],
  [
    "authorityUnknown",
    "mutual_tls",
    "certificate_authority_ids",
    "ca",
    "/certificate_authorities",
    ["https", "tls"],
  ],
] as const;
export type Reference = (typeof REFERENCES)[number];

/** The module's body that names one. */
export const referring = ([, , field]: Reference, id: string): object => ({
  [field]: field === "backend_id" ? id : [id],
});
