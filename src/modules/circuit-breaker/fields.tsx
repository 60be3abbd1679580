import { CIRCUIT_BREAKER_DEFAULTS as DEFAULTS, NUM_BUCKETS_MAX } from "#contract/modules/circuit-breaker.ts";
import { NumberField, SecondsField } from "#forms/fields.tsx";
import { readNumber, type NumberKind } from "#forms/number-text.ts";
import { useFieldValue } from "#forms/use-field.ts";
import { formatDuration } from "#ui/duration.ts";
import { lazyExport } from "#ui/lazy-export.ts";
import { PartHeading } from "../kit/part-heading.tsx";
import { TryIt } from "../kit/try-it.tsx";
import { percent } from "./units.ts";

const CircuitBreakerTimeline = lazyExport(() => import("./timeline.tsx"), "CircuitBreakerTimeline");

/** The form of the circuit breaker: when it trips, then how long it waits. */
export function CircuitBreakerFields() {
  return (
    <>
      <PartHeading>When it trips</PartHeading>
      <NumberField
        name="error_threshold_percentage"
        label="Error threshold"
        byDefault={`${DEFAULTS.error_threshold_percentage} = ${percent(DEFAULTS.error_threshold_percentage)}`}
        kind="share"
        readable={percent}
        hint="Share of failed requests, from 0 to 1. Responses with status 500 or higher count as failed."
      />
      <NumberField
        name="volume_threshold"
        label="Volume threshold"
        byDefault={`${DEFAULTS.volume_threshold} requests`}
        kind="integer"
        unit="requests"
        hint="Minimum requests in the window before it can trip, so a few errors in quiet hours don’t trip it."
      />
      <SecondsField
        name="rolling_window"
        label="Rolling window"
        byDefault={`${DEFAULTS.rolling_window} s`}
        hint="How far back requests are counted. Example: 10&nbsp;s, 1&nbsp;min"
      />
      <NumberField
        name="num_buckets"
        label="Buckets"
        byDefault={String(DEFAULTS.num_buckets)}
        kind="integer"
        hint={<BucketsHint />}
      />
      <PartHeading>After it trips</PartHeading>
      <SecondsField
        name="tripped_duration"
        label="Tripped duration"
        byDefault={`${DEFAULTS.tripped_duration} s`}
        hint="How long requests are blocked before the app is tried again. Example: 10&nbsp;s, 1&nbsp;min"
      />
      <TryIt says="See when it trips on sample traffic">
        <CircuitBreakerTimeline />
      </TryIt>
    </>
  );
}

/** "Parts the window is divided into, 1 to 128. Each is 1 s now." An empty field takes its default. */
function BucketsHint() {
  const window = numberOf(useFieldValue("rolling_window"), DEFAULTS.rolling_window, "seconds");
  const buckets = numberOf(useFieldValue("num_buckets"), DEFAULTS.num_buckets, "integer");
  const each = window !== null && buckets !== null && buckets > 0 ? window / buckets : null;
  return (
    <>
      Parts the window is divided into, 1 to {NUM_BUCKETS_MAX}.
      {each !== null && each > 0 ? ` Each is ${formatDuration(each)} now.` : null}
    </>
  );
}

function numberOf(text: unknown, byDefault: number, kind: NumberKind): number | null {
  if (typeof text !== "string" || text.trim() === "") return byDefault;
  const read = readNumber(text, kind);
  return "value" in read ? read.value : null;
}
