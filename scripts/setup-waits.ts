import { vi } from "vitest";
import { WAIT_MS } from "./patience.mjs";

// Vitest has no setting for these; by themselves they wait for one second.
const { waitFor, waitUntil } = vi;
const patient = Symbol.for("gatehouse.patient");
if (!(patient in vi)) {
  const within = (options: Parameters<typeof waitFor>[1]) =>
    typeof options === "number" ? options : { timeout: WAIT_MS, ...options };
  Object.assign(vi, {
    [patient]: true,
    waitFor: (check, options) => waitFor(check, within(options)),
    waitUntil: (check, options) => waitUntil(check, within(options)),
  } satisfies Pick<typeof vi, "waitFor" | "waitUntil"> & { [patient]: true });
}
