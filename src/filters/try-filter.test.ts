import { expect, it } from "vitest";
import { tryFilter } from "./try-filter.ts";

it("leads to the workbench with what a source sends, where it can be filtered", () => {
  const type = "http_request_complete.v0";
  expect(tryFilter({ type })).toBe(`/events/filters?kind=${type}`);
  const fields = ["conn.client_ip"];
  expect(tryFilter({ type, filter: "ev.conn.server_port == 443", fields, sample: 0.1 })).toBe(
    `/events/filters?kind=${type}&filter=ev.conn.server_port+%3D%3D+443&fields=conn.client_ip&sample=0.1`,
  );
  expect(tryFilter({ type: "api_key_created.v0" })).toBeNull();
  expect(tryFilter({ type: "constructor" })).toBeNull();
});
