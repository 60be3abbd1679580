// Cause: of seven URLs "not all are online again" was said, so that each had to be looked for. Law: what is still offline is named.
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { request } from "#api/client.ts";
import type { Tunnel } from "#contract/tunnel.ts";
import { connectedService } from "#testing/connected-app.ts";
import { renderInApp } from "#testing/render.tsx";
import { AwayUrls } from "./away-urls.tsx";

connectedService({ demo: 3 });

it("parts what is online again from what is not", async () => {
  const { tunnels } = await request<{ tunnels: Tunnel[] }>({ method: "GET", path: "/tunnels" });
  const back = tunnels.find(({ public_url: url }) => url)!.public_url!;
  renderInApp(<AwayUrls back={[]} away={["https://gone.example", back]} />);
  expect((await screen.findByText(/^1 URL still offline:/)).textContent).toContain("https://gone.example");
  expect(screen.getByText(/^1 URL was offline for a moment:/).textContent).toContain(back);
});
