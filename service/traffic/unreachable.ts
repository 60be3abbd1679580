import type { Counted } from "#edge/events/make-event.ts";
import type { TestOf } from "#edge/events/visitor-connection.ts";
import { digestOf, type NotedApp, placeOf, UnreachableApps, wayIn, wayOf } from "./unreachable-apps.ts";

const PLACES_MAX = 2_000;

const placeIn = ({ endpoint_id: endpointId, edge_id, route_id, way }: NotedApp): string =>
  placeOf({ endpointId, edgeId: edge_id ?? undefined, routeId: route_id ?? undefined, way });
const tunnelAt = (place: string, way: string | null | undefined) => `${place} ${way}`;

/**
 * What addresses could not reach lately, and the tunnels whose apps fail while others are asked in their place
 * (docs/decisions/edge/unreachable-apps.md).
 */
export class Unreachable {
  private readonly places: UnreachableApps;
  private readonly tunnels: UnreachableApps;
  /** Of places with a tunnel that failed: another that answers, "" where one was only tried. */
  private readonly others = new Map<string, string>();
  private othersVersion = 0;

  /** `now` in milliseconds since 1970. */
  constructor(now = Date.now) {
    this.places = new UnreachableApps(now);
    this.tunnels = new UnreachableApps(now, (counted) => tunnelAt(placeOf(counted), wayOf(counted)));
  }

  /** Rises with each change of what is listed. */
  get version(): number {
    return this.places.version + this.tunnels.version + this.othersVersion;
  }

  add(counted: Counted, test: TestOf | null = null): void {
    this.places.add(counted, test);
    for (const { tunnelId, way, reason } of counted.skipped ?? []) {
      this.tunnels.add(
        { ...counted, tunnelId, way, reason, refusal: "upstreamRefused", outcome: "refused" },
        test,
      );
      if (test !== "draft") this.noteOther(placeOf(counted), "");
    }
    const { refusal, outcome } = counted;
    const way = wayOf(counted);
    if (way === undefined) return;
    this.tunnels.add(counted, test);
    if (this.tunnels.size === 0) {
      if (this.others.size > 0) this.others.clear();
      return;
    }
    const place = placeOf(counted);
    const isWell = refusal === null && outcome === "answered" && !this.tunnels.has(tunnelAt(place, way));
    if (isWell && test !== "draft") this.noteOther(place, way);
  }

  /** Those of this process, the newest failure first; a tunnel by itself where its place does not name it. */
  list(): NotedApp[] {
    const places = this.places.list();
    const told = new Set(places.map((one) => tunnelAt(placeIn(one), wayIn(one))));
    const alone = this.tunnels.list().filter((one) => {
      const other = this.others.get(placeIn(one));
      return other !== undefined && other !== wayIn(one) && !told.has(tunnelAt(placeIn(one), wayIn(one)));
    });
    return [...places, ...alone.map((one) => ({ ...one, by_tunnel: true }))].map((one) =>
      one.way === undefined ? one : { ...one, way: digestOf(one.way) },
    );
  }

  /** One that is known stays, unless it fails by now. */
  private noteOther(place: string, way: string): void {
    const known = this.others.get(place);
    if (known === way || (known && !this.tunnels.has(tunnelAt(place, known)))) return;
    if (this.others.size >= PLACES_MAX) this.others.clear();
    this.others.set(place, way);
    this.othersVersion += 1;
  }
}
