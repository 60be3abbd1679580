import type { Counted } from "#edge/events/make-event.ts";
import { type NotedApp, placeOf, UnreachableApps } from "./unreachable-apps.ts";

const PLACES_MAX = 2_000;

const tunnelAt = (place: string, tunnelId: string | null | undefined) => `${place} ${tunnelId}`;

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
    this.tunnels = new UnreachableApps(now, (counted) => tunnelAt(placeOf(counted), counted.tunnelId));
  }

  /** Rises with each change of what is listed. */
  get version(): number {
    return this.places.version + this.tunnels.version + this.othersVersion;
  }

  add(counted: Counted, test = false): void {
    this.places.add(counted, test);
    for (const { tunnelId, reason } of counted.skipped ?? []) {
      this.tunnels.add(
        { ...counted, tunnelId, reason, refusal: "upstreamRefused", outcome: "refused" },
        test,
      );
      if (!test) this.noteOther(placeOf(counted), "");
    }
    const { tunnelId, refusal, outcome } = counted;
    if (tunnelId === undefined) return;
    this.tunnels.add(counted, test);
    if (this.tunnels.size === 0) {
      if (this.others.size > 0) this.others.clear();
      return;
    }
    const place = placeOf(counted);
    const isWell = refusal === null && outcome === "answered" && !this.tunnels.has(tunnelAt(place, tunnelId));
    if (isWell && !test) this.noteOther(place, tunnelId);
  }

  /** Those of this process, the newest failure first; a tunnel by itself where its place does not name it. */
  list(): NotedApp[] {
    const places = this.places.list();
    const told = new Set(places.map((one) => tunnelAt(placeIn(one), one.tunnel_id)));
    const alone = this.tunnels.list().filter((one) => {
      const other = this.others.get(placeIn(one));
      return (
        other !== undefined && other !== one.tunnel_id && !told.has(tunnelAt(placeIn(one), one.tunnel_id))
      );
    });
    return [...places, ...alone.map((one) => ({ ...one, by_tunnel: true }))];
  }

  /** One that is known stays, unless it fails by now. */
  private noteOther(place: string, tunnelId: string): void {
    const known = this.others.get(place);
    if (known === tunnelId || (known && !this.tunnels.has(tunnelAt(place, known)))) return;
    if (this.others.size >= PLACES_MAX) this.others.clear();
    this.others.set(place, tunnelId);
    this.othersVersion += 1;
  }
}

const placeIn = ({ endpoint_id: endpoint, route_id: route }: NotedApp): string => `${endpoint} ${route}`;
