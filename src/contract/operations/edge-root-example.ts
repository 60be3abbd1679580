/** The root of an edge, as it is answered. */
export const EDGE_ROOT = {
  ca_pem: "-----BEGIN CERTIFICATE-----\nMIIB…\n-----END CERTIFICATE-----\n",
  subject_common_name: "Gatehouse local authority 3f0a9c12",
  not_after: "2036-11-21T05:00:00Z",
  fingerprint: Array.from({ length: 32 }, () => "3F").join(":"),
};
