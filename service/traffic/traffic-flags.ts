import * as z from "zod/mini";
import { flag, type Flags } from "#contract/command-line.ts";
import { whole } from "../flag-values.ts";

/** How much traffic is kept at most, whichever is reached first. */
export type TrafficBounds = {
  /** Events. 0 = none is kept, the live stream has them all the same. */
  rows: number;
  /** Bytes of the events as JSON, with captured bodies. */
  bytes: number;
  days: number;
};

const DEFAULT: TrafficBounds = { rows: 200_000, bytes: 512_000_000, days: 7 };
const DEFAULT_TEXT = "rows=200000,bytes=512MB,days=7";
const UNITS: Readonly<Record<string, number>> = { "": 1, KB: 1e3, MB: 1e6, GB: 1e9 };

/** The highest of each. */
const MOST: TrafficBounds = { rows: 10_000_000, bytes: 1e12, days: 3_650 };

/** Bounds of a store that nothing is put into: what it has goes. */
export const NONE_KEPT: TrafficBounds = { ...DEFAULT, rows: 0 };

function readBounds(text: string): TrafficBounds | "off" | null {
  if (text === "off") return "off";
  const bounds = { ...DEFAULT };
  const given = new Set<string>();
  for (const part of text.split(",")) {
    const [, name = "", digits = "", unit = ""] =
      /^(rows|bytes|days)=(\d{1,13})(KB|MB|GB)?$/i.exec(part) ?? [];
    const key = name.toLowerCase() as keyof TrafficBounds;
    const value = Number(digits) * (UNITS[unit.toUpperCase()] ?? NaN);
    if (name === "" || given.has(key) || (unit !== "" && key !== "bytes")) return null;
    if (!(value <= MOST[key]) || (key !== "rows" && value === 0)) return null;
    given.add(key);
    bounds[key] = value;
  }
  return bounds;
}

const bounds = z.pipe(
  z.string().check(
    z.refine((text) => readBounds(text) !== null, {
      error: ({ input }) =>
        `must be like ${DEFAULT_TEXT}, up to 10000000 rows, 1000GB and 3650 days, or off, not "${String(input)}"`,
    }),
  ),
  z.transform((text): TrafficBounds | "off" => readBounds(text) ?? DEFAULT),
);

/** What the service can be told of the traffic that it keeps. */
export const TRAFFIC_FLAGS = {
  "traffic-keep": flag("BOUNDS", "how much traffic to keep, or off", bounds, DEFAULT, DEFAULT_TEXT),
  "demo-visitors": flag(
    "N",
    "requests a second from visitors of the demo, 0 = none",
    whole(0, 50),
    null,
    "2 in a demo account",
  ),
} as const satisfies Flags;
