// Cause: a pasted URL found no edge in their list, as an edge's addresses have no scheme, and another port than where the service's
// edge listens. Law: a search reads a pasted address as the palette does.
import { expect, it } from "vitest";
import { EDGE_HEALTH, leadWords } from "#resources/edge-way.ts";
import type { EdgeProtocol } from "#resources/paths.ts";
import { matcher } from "#table/rows.ts";
import { edgeTable } from "./edge-columns.tsx";

const way = { lead: "served", broken: [], of: 0 } as const;
const found = (protocol: EdgeProtocol, hostport: string, search: string, ownPort?: number) =>
  matcher(edgeTable.model, { search, filters: {} })({
    id: "e",
    protocol,
    edge: { id: "e", hostports: [hostport], created_at: "2026-11-20T14:00:00Z" },
    way,
    // A key pressed in a long list checks no modules.
    found: () => {
      throw new Error("A search asks for no findings");
    },
    isRead: true,
    ownPort,
  });

it.each([
  "https://app.example/reports?x=1",
  "https://app.example:6401/reports",
  "app.example:6401/reports",
  "app.example/reports",
  "app.example:6401",
  "app.example:443",
])("finds an HTTPS edge by %s", (search) => {
  expect(found("https", "app.example:443", search, 6401)).toBe(true);
  expect(found("https", "shop.example:443", search, 6401)).toBe(false);
});

it("finds TLS and TCP edges by their URLs, and none by a port that is not theirs", () => {
  expect(found("tls", "db.example:443", "tls://db.example:6401", 6401)).toBe(true);
  expect(found("tcp", "tcp.example:30000", "tcp://tcp.example:30000", 6401)).toBe(true);
  expect(found("tcp", "tcp.example:30000", "tcp://tcp.example:6401", 6401)).toBe(false);
  expect(found("https", "app.example:443", "https://app.example:6401")).toBe(false);
});

// Cause: the filter said "serving" of what the list calls "Online". Law: one thing has one noun.
it.each(["served", "no address", "unknown"] as const)("filters %s by the word of the list", (lead) => {
  const { tone, text } = leadWords(lead);
  expect(EDGE_HEALTH[tone]).toBe(text);
  expect(Object.values(EDGE_HEALTH).every((one) => /^[A-Z]/.test(one))).toBe(true);
});
