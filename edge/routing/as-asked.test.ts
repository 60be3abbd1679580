// Cause: a route `/y/../v1/` without modules served what the route `/v1/` guards. Law: no way to write a request or a route leads past
// the modules of the route that names its path.
import { expect, test } from "vitest";
import { newId } from "#service/store/ids.ts";
import { EDGE, moduleEdge } from "../testing/module-edge.ts";

const t = moduleEdge();

test.each(["/y/../v1/", "/y/%2e%2e/v1/", "/y/../v1/deep/", "//v1/"])(
  "route %s opens nothing",
  async (match) => {
    const { db } = t.gateway;
    const id = newId("route");
    const made = { description: "", metadata: "", created_at: "2026-01-01T00:00:00Z" };
    await db
      .insertInto("routes")
      .values({ ...made, id, edge_id: t.ids.edge, match_type: "path_prefix", match })
      .execute();
    await t.set("backend", { backend_id: t.ids.backend }, id);
    await t.set("user_agent_filter", { allow: [], deny: ["."] });
    for (const path of [
      "/v1/deep/x",
      "/y/../v1/deep/x",
      "/y/%2E./v1/deep/x",
      "/./v1/deep/x",
      "//v1/deep/x",
    ]) {
      const { status } = await t.call(path, { headers: { host: EDGE, "user-agent": "test" } });
      expect([400, 403, 404]).toContain(status);
    }
    await db.deleteFrom("routes").where("id", "=", id).execute();
  },
);
