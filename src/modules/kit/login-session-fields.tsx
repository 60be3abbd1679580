import type { ReactNode } from "react";
import { COOKIE_PREFIX_MAX_BYTES, INACTIVITY_TIMEOUT_MAX } from "#contract/modules/login.ts";
import { BytesField, SecondsField, SwitchField } from "#forms/fields.tsx";
import { formatDuration } from "#ui/duration.ts";
import { PartHeading } from "./part-heading.tsx";

/** The fields of `SESSION_FIELDS`; `children` come first, under the same heading. */
export function SessionFields({ children }: { children?: ReactNode }) {
  return (
    <>
      <PartHeading>Session</PartHeading>
      {children}
      <SecondsField
        name="maximum_duration"
        label="Session duration"
        byDefault="no limit"
        zero="no limit"
        hint="Visitors must sign in again after this."
      />
      <SecondsField
        name="inactivity_timeout"
        label="Sign out when idle"
        byDefault="no limit"
        zero="no limit"
        hint={`Visitors must sign in again after this long without a request. Up to ${formatDuration(INACTIVITY_TIMEOUT_MAX)}.`}
      />
      <BytesField
        name="cookie_prefix"
        label="Cookie prefix"
        mono
        trims
        maxBytes={COOKIE_PREFIX_MAX_BYTES}
        placeholder="Default: service."
        hint="Start of the session cookie’s name. Letters, digits and periods."
      />
      <SwitchField
        name="options_passthrough"
        label="Allow CORS preflight"
        says={(on) =>
          on ? "On: OPTIONS requests need no sign-in" : "Off: OPTIONS requests need a sign-in too"
        }
        hint="Browsers send OPTIONS without cookies before they call from another origin."
      />
    </>
  );
}
