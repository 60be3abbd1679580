import { useFormContext, useFormState, useWatch, type FieldError } from "react-hook-form";
import type { EdgeProtocol } from "#resources/paths.ts";
import { kindOf } from "#resources/ref-target.ts";
import { RefLookup } from "#components/ref-link-lookup.tsx";
import { DescriptionField } from "#components/description-field.tsx";
import { MetadataField } from "#components/metadata-field.tsx";
import { faultsOf } from "#forms/use-field.ts";
import { TextListField } from "#forms/text-list-field.tsx";
import { sentOf, type EdgeValues } from "./edge-definition.ts";

const HINTS: Record<EdgeProtocol, { hint: string; example: string }> = {
  https: {
    hint: "Each becomes a public URL. *.example.com covers all its subdomains.",
    example: "app.example.com:443",
  },
  tls: {
    hint: "Each becomes an endpoint. *.example.com covers all its subdomains.",
    example: "tls.example.com:443",
  },
  tcp: {
    hint: "Host and port. Each becomes an endpoint. Port 443 is for HTTPS and TLS edges.",
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
        label="Addresses"
        one="address"
        look="lines"
        mono
        placeholder={example}
        hint={
          <>
            {hint} <SavedAs protocol={protocol} />
          </>
        }
      />
      <Holders />
      <DescriptionField label="Description" placeholder="Planning app for staff" hint="Shown in lists" />
      <MetadataField lines={4} what="Also shown on its endpoints." />
    </>
  );
}

/** How addresses are saved that were typed in another way. */
function SavedAs({ protocol }: { protocol: EdgeProtocol }) {
  const { control, formState } = useFormContext<EdgeValues>();
  const values = useWatch({ control }) as EdgeValues;
  const typed = Array.isArray(values.hostports) ? values.hostports : [];
  const { hostports } = sentOf(protocol, values, formState.defaultValues as EdgeValues);
  const changed = hostports.filter((one, index) => one !== typed[index]);
  if (changed.length === 0) return null;
  return (
    <span className="block text-content">
      Saved as <span className="font-mono wrap-anywhere">{changed.join(", ")}</span>
    </span>
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
    <ul aria-label="Used by" className="m-0 grid gap-1 text-xs">
      {ids.map((id) => (
        <li key={id}>
          Open <RefLookup reference={{ id }} />
        </li>
      ))}
    </ul>
  );
}
