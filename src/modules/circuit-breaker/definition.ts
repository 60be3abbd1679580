import {
  CIRCUIT_BREAKER_DEFAULTS,
  CircuitBreaker,
  circuitBreakerContract,
} from "#contract/modules/circuit-breaker.ts";
import { jsonText } from "#forms/json.ts";
import type { NumberKind } from "#forms/number-text.ts";
import { formatDuration } from "#ui/duration.ts";
import { counted } from "#ui/format.ts";
import { numberCodec } from "#editing/codecs/codec.ts";
import { lazyExport } from "#ui/lazy-export.ts";
import { defineModule, type ModuleField } from "../define-module.ts";
import { UNKNOWN_SHAPE, showSeconds } from "../kit/show.ts";
import { percent } from "./units.ts";

const number = (
  name: string,
  label: string,
  show: ModuleField["show"],
  kind: NumberKind = "integer",
): ModuleField => ({
  name,
  label,
  show: (value) => (value === undefined || value === null ? "default" : show(value)),
  codec: numberCodec(kind, { optional: true }),
});

/** The circuit breaker of an HTTPS edge route (api.md#circuit_breaker). */
export const circuitBreaker = defineModule({
  contract: circuitBreakerContract,
  switch: { on: "requests get a 503 while the breaker is open" },
  Fields: lazyExport(() => import("./fields.tsx"), "CircuitBreakerFields"),
  fields: [
    number(
      "error_threshold_percentage",
      "Error threshold",
      (value) => (typeof value === "number" ? `${value} = ${percent(value)}` : jsonText(value)),
      "share",
    ),
    number("volume_threshold", "Volume threshold", (value) =>
      typeof value === "number" ? counted(value, "request") : jsonText(value),
    ),
    number("rolling_window", "Rolling window", showSeconds(), "seconds"),
    number("num_buckets", "Buckets", jsonText),
    number("tripped_duration", "Tripped duration", showSeconds(), "seconds"),
  ],
  summary: (value) => {
    const parsed = CircuitBreaker.safeParse({ ...CIRCUIT_BREAKER_DEFAULTS, ...value });
    if (!parsed.success) return UNKNOWN_SHAPE;
    const { data } = parsed;
    return (
      `Trips at ${percent(data.error_threshold_percentage)} errors, from ${counted(data.volume_threshold, "request")} ` +
      `in ${formatDuration(data.rolling_window)}. Waits ${formatDuration(data.tripped_duration)}.`
    );
  },
});
