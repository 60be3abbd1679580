import { useQuery } from "@tanstack/react-query";
import { servedConfigQuery } from "#api/served-config.ts";
import { SAML_MADE_FIELDS, samlMade, type SamlMade } from "#contract/modules/saml.ts";
import { WireName } from "#forms/field-row.tsx";
import { CopyButton } from "#ui/copy-button.tsx";
import { Note } from "#ui/note.tsx";
import { counted } from "#ui/format.ts";
import { PartHeading } from "../kit/part-heading.tsx";
import { useEditedModule } from "../kit/module-context.ts";

const LABELS: Record<keyof SamlMade, string> = {
  entity_id: "Entity ID",
  assertion_consumer_service_url: "Assertion consumer",
  single_logout_url: "Single logout",
  metadata_url: "Metadata URL",
  request_signing_certificate_pem: "Signing certificate",
};

/**
 * What the service makes for this route, which the identity provider must be told: read-only, to be copied. Many give out
 * metadata only once they know it, so what the route's ID decides is there before the first save.
 */
export function MadeByService() {
  const { data: config } = useQuery(servedConfigQuery);
  const edited = useEditedModule();
  const answer = edited?.answer;
  const routeId = edited && "routeId" in edited.address ? edited.address.routeId : undefined;
  const known = config?.samlUrl && routeId ? samlMade(`${config.samlUrl}/${routeId}`, "") : undefined;
  const values = answer ?? { ...known, metadata_url: "" };
  const made = SAML_MADE_FIELDS.flatMap((name) => {
    const value = values[name];
    return typeof value === "string" && value !== "" ? [{ name, value }] : [];
  });
  return (
    <>
      <PartHeading>For the identity provider</PartHeading>
      {made.length === 0 ? (
        <Note>
          {config?.samlUrl
            ? "Create the route without SAML first to get the entity ID and URLs that your identity provider needs."
            : "Save once to get the entity ID, URLs and certificate that your identity provider needs. If it asks for them first, enter placeholders there and replace them after."}
        </Note>
      ) : (
        <>
          <p className="text-content-muted">
            Enter these at your identity provider.{" "}
            {answer
              ? "Many need only the metadata URL."
              : "The metadata URL and the signing certificate come with the first save."}{" "}
            Turn off encryption of assertions there.
          </p>
          <dl className="grid gap-3">
            {made.map(({ name, value }) => (
              <div key={name} className="grid gap-x-4 gap-y-1 md:grid-cols-[10.5rem_minmax(0,1fr)]">
                <dt className="flex min-w-0 flex-wrap items-baseline gap-x-2 md:flex-col">
                  <span className="font-strong">{LABELS[name]}</span>
                  <WireName name={name} />
                </dt>
                <dd className="min-w-0">
                  <Made label={LABELS[name].toLowerCase()} value={value} />
                </dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </>
  );
}

function Made({ label, value }: { label: string; value: string }) {
  const lines = value.trim().split("\n");
  return (
    <div className="flex items-start justify-between gap-3">
      {lines.length === 1 ? (
        <span className="min-w-0 flex-1 font-mono text-xs wrap-anywhere">{value}</span>
      ) : (
        <details className="min-w-0 flex-1">
          <summary className="text-content-muted">PEM, {counted(lines.length, "line")}</summary>
          <pre className="mt-1 font-mono text-xs wrap-anywhere whitespace-pre-wrap">{value.trim()}</pre>
        </details>
      )}
      <CopyButton text={value} label={`Copy ${label}`} />
    </div>
  );
}
