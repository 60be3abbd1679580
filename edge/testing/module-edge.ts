import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import { addEdge, setModule } from "./add-edge.ts";
import { startTestEdge, type TestEdge } from "./test-edge.ts";

/** Host name of the HTTPS edge. */
export const EDGE = "edge.example";

/** An edge for the tests of a file, with an HTTPS edge whose route `/v1/` leads to an app. There from the first test on. */
export type ModuleEdge = TestEdge & {
  ids: Awaited<ReturnType<typeof addEdge>>;
  /** Sets a module as the service stores it, by default on the route; null deletes it. */
  set: (kind: string, value: object | null, owner?: string) => Promise<void>;
};

/** Before each test the events go, after it the modules. */
export function moduleEdge(): ModuleEdge {
  const t = {} as ModuleEdge;
  beforeAll(async () => {
    const edge = await startTestEdge();
    const ids = await addEdge(edge.gateway.db, "https_edges", "https", `${EDGE}:443`);
    await edge.agent([{ proto: "http", labels: { app: "shop" }, forwards_to: edge.appUrl }]);
    const set: ModuleEdge["set"] = (kind, value, owner = ids.route) =>
      setModule(edge.gateway.db, owner, kind, value);
    Object.assign(t, edge, { ids, set });
  });
  afterAll(() => t.dispose());
  beforeEach(() => void (t.events.length = 0));
  afterEach(() => t.gateway.db.deleteFrom("modules").where("kind", "!=", "backend").execute());
  return t;
}
