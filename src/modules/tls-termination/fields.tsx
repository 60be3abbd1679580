import { use } from "react";
import { TLS_VERSIONS } from "#contract/modules/tls-termination.ts";
import { ChoiceField } from "#forms/choice-fields.tsx";
import { FormFacts } from "#forms/form-facts.ts";
import { useFieldValue } from "#forms/use-field.ts";
import { Note } from "#ui/note.tsx";

/** Older than this a version is broken: browsers and RFC 8996 have given it up. */
const OLD = new Set(["1.0", "1.1"]);

const VERSIONS = TLS_VERSIONS.map((version) => ({ value: version, label: `TLS ${version}` }));

/** The form of a TLS edge's termination. */
export function TlsTerminationFields() {
  const upstream = useFieldValue("terminate_at") === "upstream";
  return (
    <>
      <ChoiceField
        name="terminate_at"
        label="TLS ends"
        byDefault="at the edge"
        choices={[
          { value: "edge", label: "At the edge", detail: "the edge decrypts traffic" },
          {
            value: "upstream",
            label: "Upstream",
            detail: "your server decrypts traffic",
          },
        ]}
        hint="Mutual TLS and policies need TLS to end at the edge."
      />
      <MinVersion
        upstream={upstream}
        hint={
          upstream
            ? "Your server chooses the version while TLS ends upstream."
            : "Clients with older versions can’t connect."
        }
      />
    </>
  );
}

/** The form of an HTTPS edge's termination. */
export function HttpsTlsTerminationFields() {
  return <MinVersion hint="Clients with older versions can’t connect." />;
}

/** While TLS ends upstream no other version than the default can be chosen; one that is stored or was chosen stays. */
function MinVersion({ hint, upstream = false }: { hint: string; upstream?: boolean }) {
  const version = useFieldValue("min_version");
  const stored = use(FormFacts).loaded?.["min_version"];
  const choices = upstream ? VERSIONS.filter(({ value }) => value === version || value === stored) : VERSIONS;
  return (
    <>
      <ChoiceField
        name="min_version"
        label="Minimum TLS version"
        byDefault="TLS 1.2"
        choices={choices}
        hint={hint}
      />
      {typeof version === "string" && OLD.has(version) ? (
        <Note tone="warn">
          TLS {version} is not secure, and most clients refuse it. Use it only for devices that support
          nothing newer.
        </Note>
      ) : null}
    </>
  );
}
