import { CertificateAuthority } from "#contract/certificate-authority.ts";
import { scannedList } from "./scanned-list.ts";

/** Every certificate authority, newest first (family-facts §3). Services without them answer 404. */
export const certificateAuthorities = scannedList({
  path: "/certificate_authorities",
  key: "certificate_authorities",
  item: CertificateAuthority,
});
