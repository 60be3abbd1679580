import { X509Certificate } from "node:crypto";
import { edgeRootOperations } from "#contract/operations/edge-root.ts";
import { implement } from "../implement.ts";
import { authorityColumns } from "../rules/certificate.ts";

const NONE = { ca_pem: null, subject_common_name: null, not_after: null, fingerprint: null };

export const edgeRoot = [
  implement(edgeRootOperations.get, async ({ edge }) => {
    const pem = edge?.rootPem;
    if (!pem) return NONE;
    const { subject_common_name, not_after } = authorityColumns(pem);
    const { fingerprint256: fingerprint } = new X509Certificate(pem);
    return { ca_pem: pem, subject_common_name, not_after, fingerprint };
  }),
];
