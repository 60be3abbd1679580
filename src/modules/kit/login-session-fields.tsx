import type { ReactNode } from "react";
import { INACTIVITY_TIMEOUT_MAX } from "#contract/modules/login.ts";
import { BytesField, SecondsField, SwitchField } from "#forms/fields.tsx";
import { formatDuration } from "#ui/format.ts";
import { PartHeading } from "./part-heading.tsx";

/** The fields of `SESSION_FIELDS`; `children` come first, under the same heading. */
export function SessionFields({ children }: { children?: ReactNode }) {
  return (
    <>
      <PartHeading>Session</PartHeading>
      {children}
      <SecondsField
        name="maximum_duration"
        label="Longest session"
        byDefault="no limit"
        zero="no limit"
        hint="How long somebody stays signed in at most, in seconds."
      />
      <SecondsField
        name="inactivity_timeout"
        label="Sign out when idle"
        byDefault="no limit"
        zero="no limit"
        hint={`Seconds without a request until somebody must sign in again. At most ${INACTIVITY_TIMEOUT_MAX}, which is ${formatDuration(INACTIVITY_TIMEOUT_MAX)}.`}
      />
      <BytesField
        name="cookie_prefix"
        label="Cookie prefix"
        mono
        maxBytes={255}
        placeholder="Default: service."
        hint="Begins the session cookie’s name. Letters, digits and periods."
      />
      <SwitchField
        name="options_passthrough"
        label="Let OPTIONS through"
        says={(on) =>
          on
            ? "On: preflight requests need no sign-in, for CORS"
            : "Off, the default: OPTIONS needs a sign-in too"
        }
        hint="Browsers that call this route from another origin send OPTIONS first, without cookies."
      />
    </>
  );
}
