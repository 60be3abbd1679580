// Cause: a dialog called a backend by its labels, its page and every list by its name. Law: one name for one thing.
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { createQueryClient } from "#api/query-client.ts";
import type { Tunnel } from "#contract/tunnel.ts";
import { backends } from "#resources/backends.ts";
import { renderInApp } from "#testing/render.tsx";
import { BlastList } from "./blast-list.tsx";

const at = "2026-11-22T10:00:00Z";
const id = "bkdtg_2nXbQ3456789ZoCd";
const tunnel: Tunnel = {
  id: "tn_1",
  started_at: at,
  tunnel_session: { id: "ts_1", uri: "" },
  labels: { app: "batch" },
  backends: [{ id, uri: "" }],
};

it.each([
  ["Nightly batch", "Nightly batch"],
  ["", "app=batch"],
])("names a backend with the description “%s” as “%s”", (description, name) => {
  const client = createQueryClient();
  const backend = { id, uri: "", created_at: at, description, metadata: "", labels: { app: "batch" } };
  client.setQueryData(backends.detail(id).queryKey, backend);
  const served = { tunnels: [tunnel], endpoints: [] };
  renderInApp(<BlastList ids={["ts_1"]} until="" known={{ served, error: null, waiting: undefined }} />, {
    client,
  });
  expect(screen.getByText("1 backend goes offline")).toBeDefined();
  expect(screen.getByRole("listitem").textContent).toBe(name);
});
