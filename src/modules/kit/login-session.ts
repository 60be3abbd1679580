import { flagCodec, numberCodec, textCodec } from "#editing/codecs/codec.ts";
import type { ModuleField } from "../define-module.ts";
import { showFlag, showSeconds, showText } from "./show.ts";

const optionalSeconds = numberCodec("seconds", { optional: true });

/** How often rights are checked again; oauth alone has it. Seconds. */
export const AUTH_CHECK_FIELD: ModuleField = {
  name: "auth_check_interval",
  label: "Recheck access every",
  codec: optionalSeconds,
  show: showSeconds("only at sign-in"),
};

/** Whether visitors must sign in: the switch of oauth, saml and oidc. */
export const LOGIN_SWITCH = { on: "visitors must sign in" };

/** The session of a visitor who signed in: the same four fields of oauth, saml and oidc (api.md#oauth). */
export const SESSION_FIELDS: readonly ModuleField[] = [
  {
    name: "maximum_duration",
    label: "Session duration",
    codec: optionalSeconds,
    show: showSeconds("no limit"),
  },
  {
    name: "inactivity_timeout",
    label: "Sign out when idle",
    codec: optionalSeconds,
    show: showSeconds("no limit"),
  },
  {
    name: "cookie_prefix",
    label: "Cookie prefix",
    codec: textCodec(),
    show: showText("default"),
  },
  {
    name: "options_passthrough",
    label: "Allow CORS preflight",
    codec: flagCodec(false),
    show: showFlag,
  },
];
