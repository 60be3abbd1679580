import { useId, useState } from "react";
import { CIRCUIT_BREAKER_DEFAULTS, CircuitBreakerRequest } from "#contract/modules/circuit-breaker.ts";
import { readNumber } from "#forms/number-text.ts";
import { useFieldValues } from "#forms/use-field.ts";
import { Input, Textarea } from "#ui/input.tsx";
import { Note } from "#ui/note.tsx";
import { Segmented } from "#ui/segmented.tsx";
import { PATTERN_OPTIONS, PATTERNS, RATE_MAX, readSamples, samplesOf, type Pattern } from "./samples.ts";
import type { BreakerSettings } from "#contract/modules/breaker-window.ts";
import { simulate, type Sample } from "./simulation.ts";
import { TimelineChart } from "./timeline-chart.tsx";

const NUMBERS = {
  tripped_duration: "seconds",
  rolling_window: "seconds",
  num_buckets: "integer",
  volume_threshold: "integer",
  error_threshold_percentage: "share",
} as const;
const NAMES = Object.keys(NUMBERS) as (keyof BreakerSettings)[];

/** Shows what the draft's settings do to a stream of requests. Everything is computed here; nothing is sent. */
export function CircuitBreakerTimeline() {
  const [pattern, setPattern] = useState<Pattern>("outage");
  const [rate, setRate] = useState("10");
  const [own, setOwn] = useState("10 0 x20\n10 8 x30\n10 0 x30");
  const typed = useFieldValues(NAMES);
  const settings = settingsOf(typed);
  const samples = settings ? inputOf(pattern, settings, rate, own) : null;
  const id = useId();
  return (
    <>
      <div className="max-w-full overflow-x-auto p-0.5">
        <Segmented
          label="Sample traffic"
          options={PATTERN_OPTIONS}
          value={pattern}
          onChange={setPattern}
          size="sm"
        />
      </div>
      <p className="text-xs text-content-muted" id={`${id}-says`}>
        {PATTERNS[pattern]}
      </p>
      {pattern === "own" ? (
        <Textarea
          aria-label="Own samples"
          aria-describedby={`${id}-says`}
          mono
          rows={5}
          value={own}
          onChange={(event) => setOwn(event.target.value)}
        />
      ) : null}
      {pattern === "own" || pattern === "quiet" ? null : (
        <label className="flex items-center gap-2">
          <Input
            className="max-w-20 text-right"
            inputMode="numeric"
            autoComplete="off"
            value={rate}
            onChange={(event) => setRate(event.target.value)}
          />
          <span className="text-content-muted">requests per second, 1 to {RATE_MAX}</span>
        </label>
      )}
      {settings === null ? <Note>Fix the numbers above to see the timeline</Note> : null}
      {samples && "problem" in samples ? <Note tone="warn">{samples.problem}</Note> : null}
      {settings && samples && "samples" in samples ? (
        <TimelineChart settings={settings} simulation={simulate(settings, samples.samples)} />
      ) : null}
    </>
  );
}

/** The draft's numbers; an empty field is absent and takes its default. Null while one can't be read or is refused. */
function settingsOf(typed: unknown[]): BreakerSettings | null {
  const settings = { ...CIRCUIT_BREAKER_DEFAULTS };
  for (const [index, name] of NAMES.entries()) {
    const text = typed[index];
    if (typeof text !== "string" || text.trim() === "") continue;
    const read = readNumber(text, NUMBERS[name]);
    if ("problem" in read) return null;
    settings[name] = read.value;
  }
  return CircuitBreakerRequest.safeParse(settings).success ? settings : null;
}

function inputOf(
  pattern: Pattern,
  settings: BreakerSettings,
  rate: string,
  own: string,
): { samples: Sample[] } | { problem: string } {
  if (pattern === "own") return readSamples(own);
  const read = readNumber(rate, "integer");
  if ("problem" in read) return read;
  if (read.value < 1 || read.value > RATE_MAX) return { problem: `Enter a rate from 1 to ${RATE_MAX}.` };
  return { samples: samplesOf(pattern, settings, read.value) };
}
