import { useEffect, useEffectEvent, useRef } from "react";
import { useFormContext } from "react-hook-form";
import { TLS_VERSIONS } from "#contract/modules/tls-termination.ts";
import { ChoiceField } from "#forms/choice-fields.tsx";
import { useFieldValue } from "#forms/use-field.ts";
import { Note } from "#ui/note.tsx";

/** Older than this a version is broken: browsers and RFC 8996 have given it up. */
const OLD = new Set(["1.0", "1.1"]);

const VERSIONS = TLS_VERSIONS.map((version) => ({ value: version, label: `TLS ${version}` }));

/** The form of a TLS edge's termination. */
export function TlsTerminationFields() {
  const upstream = useFieldValue("terminate_at") === "upstream";
  const version = useVersionAtEdge(upstream);
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
        hint={
          <>
            {upstream ? "Your server chooses the minimum TLS version. " : null}
            Mutual TLS and policies need TLS to end at the edge.
          </>
        }
      />
      {upstream && version === "" ? null : <MinVersion />}
    </>
  );
}

/** The lowest version: not set while TLS ends upstream, and what it was once TLS ends at the edge again. */
function useVersionAtEdge(upstream: boolean): unknown {
  const { setValue } = useFormContext();
  const version = useFieldValue("min_version");
  const before = useRef({ upstream, version });
  const move = useEffectEvent((away: boolean) => {
    const { version: was } = before.current;
    if (before.current.upstream === away) return;
    before.current = { upstream: away, version };
    const next = away ? "" : version === "" ? was : version;
    if (next !== version) setValue("min_version", next, { shouldDirty: true, shouldValidate: true });
  });
  useEffect(() => move(upstream), [upstream]);
  return version;
}

/** The form of an HTTPS edge's termination. */
export function HttpsTlsTerminationFields() {
  return <MinVersion />;
}

function MinVersion() {
  const version = useFieldValue("min_version");
  return (
    <>
      <ChoiceField
        name="min_version"
        label="Minimum TLS version"
        byDefault="TLS 1.2"
        choices={VERSIONS}
        hint="Clients with older versions can’t connect."
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
