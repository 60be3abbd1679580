import { HeadersFields } from "../kit/headers-fields.tsx";

/** The form of response headers. */
export function ResponseHeadersFields() {
  return <HeadersFields of="response" way="before it returns to the client" />;
}
