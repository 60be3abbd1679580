import type { EdgeProtocol } from "#api/module-owner.ts";
import { DESCRIPTION_MAX_BYTES, METADATA_MAX_BYTES } from "#contract/common.ts";
import { BytesField } from "#forms/fields.tsx";
import { TextListField } from "#forms/text-list-field.tsx";

const HINTS: Record<EdgeProtocol, { hint: string; example: string }> = {
  https: {
    hint: "host:443 in lower case; *.example.com:443 takes every subdomain. Each becomes a public URL.",
    example: "app.example.com:443",
  },
  tls: {
    hint: "host:443 in lower case; *.example.com:443 takes every subdomain. Each becomes an endpoint.",
    example: "tls.example.com:443",
  },
  tcp: {
    hint: "host:port in lower case, port 1 to 65535 except 443. Each becomes an endpoint.",
    example: "tcp.example.com:20001",
  },
};

/** The fields every edge has besides its modules. */
export function EdgeFields({ protocol }: { protocol: EdgeProtocol }) {
  const { hint, example } = HINTS[protocol];
  return (
    <>
      <TextListField
        name="hostports"
        label="Listens at"
        wire="hostports"
        one="hostport"
        look="lines"
        mono
        placeholder={example}
        hint={hint}
      />
      <BytesField
        name="description"
        label="What it is"
        wire="description"
        maxBytes={DESCRIPTION_MAX_BYTES}
        placeholder="Planning app for staff"
        hint="Stands beside its hosts in every list."
      />
      <BytesField
        name="metadata"
        label="Metadata"
        wire="metadata"
        maxBytes={METADATA_MAX_BYTES}
        lines={4}
        mono
        hint="Anything of yours; its endpoints show it too. Not a place for secrets."
      />
    </>
  );
}
