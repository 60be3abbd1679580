import { useFormContext, useFormState, type FieldError } from "react-hook-form";
import type { EdgeProtocol } from "#resources/paths.ts";
import { kindOf } from "#resources/ref-target.ts";
import { RefLookup } from "#components/ref-link-lookup.tsx";
import { DescriptionField } from "#components/description-field.tsx";
import { MetadataField } from "#components/metadata-field.tsx";
import { faultsOf } from "#forms/use-field.ts";
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
        one="hostport"
        look="lines"
        mono
        placeholder={example}
        hint={hint}
      />
      <Holders />
      <DescriptionField
        label="What it is"
        placeholder="Planning app for staff"
        hint="Stands beside its hosts in every list."
      />
      <MetadataField lines={4} what="Anything of yours; its endpoints show it too." />
    </>
  );
}

/** The ids that words of the service name, such as who has a hostport already, each once. */
export function idsIn(words: readonly string[]): string[] {
  const ids = words.flatMap((text) => text.match(/\b[a-z]+_[0-9A-Za-z]+/g) ?? []);
  return [...new Set(ids)].filter((id) => kindOf(id) !== null);
}

/** The way to who has a hostport that was refused. */
function Holders() {
  const { control } = useFormContext();
  const { errors } = useFormState({ control, name: "hostports" });
  const error = errors["hostports"] as FieldError | undefined;
  const ids = idsIn([error?.message ?? "", ...faultsOf(error).map(({ message }) => message)]);
  if (ids.length === 0) return null;
  return (
    <ul aria-label="Who has it" className="m-0 grid gap-1 text-xs">
      {ids.map((id) => (
        <li key={id}>
          Open <RefLookup reference={{ id }} />
        </li>
      ))}
    </ul>
  );
}
