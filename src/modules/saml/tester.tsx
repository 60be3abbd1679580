import { useState, type ReactNode } from "react";
import { NAMEID_FORMAT_DEFAULT } from "#contract/modules/saml.ts";
import { useFieldValues } from "#forms/use-field.ts";
import { dateText } from "#ui/dates.ts";
import { counted } from "#ui/format.ts";
import { Note } from "#ui/note.tsx";
import { Status } from "#ui/status.tsx";
import { certificateState, checkMetadata, type Finding } from "./checks.ts";
import { readMetadata, type IdpMetadata, type SigningKey } from "./metadata.ts";
import { formatLabel } from "./name-format.ts";

const TONE_LABELS: Record<Finding["tone"], string> = { ok: "Good", warn: "Warning", bad: "Problem" };

/** What the metadata in the form says. Read in this browser; nothing is sent, fetched or kept. */
export function MetadataTester() {
  const [typed, format] = useFieldValues(["idp_metadata", "nameid_format"]);
  const [now] = useState(() => Date.now());
  const xml = typeof typed === "string" ? typed : "";
  const read = xml.trim() === "" ? null : readMetadata(xml);
  return (
    <>
      <p className="text-xs text-content-muted">Checked in your browser, saved or not. Nothing is sent.</p>
      {read === null ? <p>Paste the provider metadata above.</p> : null}
      {read && "fault" in read ? <Note tone="bad">{read.fault}</Note> : null}
      {read && "metadata" in read ? (
        <>
          <Findings
            found={checkMetadata(read.metadata, {
              now,
              nameIdFormat: typeof format === "string" && format !== "" ? format : NAMEID_FORMAT_DEFAULT,
            })}
          />
          <Contents metadata={read.metadata} now={now} />
        </>
      ) : null}
    </>
  );
}

function Findings({ found }: { found: readonly Finding[] }) {
  const problems = found.filter(({ tone }) => tone !== "ok").length;
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <p aria-live="polite" className="font-strong">
        {problems === 0 ? "No problems found" : `${counted(problems, "problem")} found`}
      </p>
      <ul aria-label="Checks" className="grid">
        {found.map(({ name, tone, says }) => (
          <li
            key={`${name} ${says}`}
            className="grid items-start gap-x-3 border-t border-line py-1.5 md:grid-cols-[7rem_9rem_minmax(0,1fr)]"
          >
            <Status tone={tone}>{TONE_LABELS[tone]}</Status>
            <strong>{name}</strong>
            <span className="min-w-0 wrap-anywhere text-content-muted">{says}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Contents({ metadata, now }: { metadata: IdpMetadata; now: number }) {
  const { signOn, signOut, nameIdFormats, keys, wantsSigned } = metadata;
  return (
    <dl className="grid min-w-0 gap-3">
      <Part label="Sign-on URLs" empty={signOn.length === 0}>
        {signOn.map((place, index) => (
          <Location key={index} {...place} />
        ))}
      </Part>
      <Part label="Certificates" empty={keys.length === 0}>
        {keys.map((key, index) => (
          <Key key={index} signing={key} now={now} />
        ))}
      </Part>
      <Part label="Name ID formats" empty={nameIdFormats.length === 0}>
        {nameIdFormats.map((format, index) => (
          <li key={index} title={format} className="wrap-anywhere">
            {formatLabel(format)}
          </li>
        ))}
      </Part>
      {signOut.length > 0 ? (
        <Part label="Sign-out URLs" empty={false}>
          {signOut.map((place, index) => (
            <Location key={index} {...place} />
          ))}
        </Part>
      ) : null}
      {wantsSigned ? (
        <Part label="Signed requests" empty={false}>
          <li>The provider needs signed requests. Give it the signing certificate below.</li>
        </Part>
      ) : null}
    </dl>
  );
}

function Part({ label, empty, children }: { label: string; empty: boolean; children: ReactNode }) {
  return (
    <div className="grid gap-x-3 gap-y-1 border-t border-line pt-2 md:grid-cols-[9rem_minmax(0,1fr)]">
      <dt className="text-content-muted">{label}</dt>
      <dd className="min-w-0">{empty ? "none" : <ul className="grid gap-2">{children}</ul>}</dd>
    </div>
  );
}

function Location({ binding, location }: { binding: string; location: string }) {
  return (
    <li className="grid min-w-0">
      <span className="font-mono text-xs wrap-anywhere">{location || "no Location"}</span>
      <span className="text-xs text-content-muted wrap-anywhere">{binding || "no Binding"}</span>
    </li>
  );
}

function Key({ signing: { certificate }, now }: { signing: SigningKey; now: number }) {
  if (!certificate) return <li>Unreadable certificate</li>;
  const { tone, says } = certificateState(certificate, now);
  return (
    <li className="grid min-w-0">
      <span className="wrap-anywhere">{certificate.subject || "no subject"}</span>
      <span className="flex flex-wrap items-center gap-x-3">
        <Status tone={tone}>{says}</Status>
        <span className="text-xs text-content-muted">
          {dateText(Date.parse(certificate.notBefore))} to {dateText(Date.parse(certificate.notAfter))}
        </span>
      </span>
    </li>
  );
}
