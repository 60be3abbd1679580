import { HeadersFields } from "../kit/headers-fields.tsx";

/** The form of request headers. */
export function RequestHeadersFields() {
  return <HeadersFields of="request" way="before it goes upstream" />;
}
