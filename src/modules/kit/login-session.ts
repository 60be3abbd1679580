import { jsonText } from "#forms/json.ts";
import { formatDuration } from "#ui/format.ts";
import { flagCodec, numberCodec, textCodec } from "#editing/codecs/codec.ts";
import type { ModuleField } from "../define-module.ts";

/** Seconds in words, for the lists of changes: "900 s = 15 min"; `zero` is what 0 means. */
function secondsWords(zero: string): ModuleField["show"] {
  return (value) => {
    if (typeof value !== "number") return jsonText(value);
    if (value === 0) return `0 s = ${zero}`;
    return value < 60 ? `${value} s` : `${value} s = ${formatDuration(value)}`;
  };
}

const optionalSeconds = numberCodec("integer", { optional: true });

/** How often rights are checked again; oauth alone has it. Seconds. */
export const AUTH_CHECK_FIELD: ModuleField = {
  name: "auth_check_interval",
  label: "Recheck access every",
  codec: optionalSeconds,
  show: secondsWords("only at sign-in"),
};

/** The session of a visitor who signed in: the same four fields of oauth, saml and oidc (api.md#oauth). */
export const SESSION_FIELDS: readonly ModuleField[] = [
  {
    name: "maximum_duration",
    label: "Longest session",
    codec: optionalSeconds,
    show: secondsWords("no limit"),
  },
  {
    name: "inactivity_timeout",
    label: "Sign out when idle",
    codec: optionalSeconds,
    show: secondsWords("no limit"),
  },
  {
    name: "cookie_prefix",
    label: "Cookie prefix",
    codec: textCodec(),
    show: (value) => (value === "" ? "the service’s own" : jsonText(value)),
  },
  {
    name: "options_passthrough",
    label: "Let OPTIONS through",
    codec: flagCodec(false),
    show: (value) => (typeof value === "boolean" ? (value ? "on" : "off") : jsonText(value)),
  },
];
