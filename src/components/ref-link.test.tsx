import { screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { request } from "#api/client.ts";
import { ApiKey } from "#contract/api-key.ts";
import { HttpsEdge } from "#contract/edge.ts";
import { Route } from "#contract/route.ts";
import { renderInApp } from "#testing/render.tsx";
import { connectedService } from "#testing/connected-app.ts";
import { RefLookup, RefName } from "./ref-link-lookup.tsx";
import { RefLink } from "./ref-link.tsx";
import { withLinks } from "./with-links.tsx";

connectedService();

describe("RefLink", () => {
  it("is a link with the name once known, an id to copy until then", () => {
    renderInApp(
      <>
        <RefLink reference={{ id: "ts_1" }} name="fra-gw-01" known />
        <RefLink reference={{ id: "ts_2" }} name="fra-gw-02" known={false} />
        <RefLink reference={{ id: "rd_3" }} name="a.example" known />
      </>,
    );
    const links = screen.getAllByRole("link").map((link) => [link.textContent, link.getAttribute("href")]);
    expect(links).toEqual([["fra-gw-01", "/sessions/ts_1"]]);
    expect(document.body.textContent).toContain("fra-gw-02");
    expect(screen.getByRole("button", { name: "Copy ts_2" })).toBeDefined();
    expect(screen.getByRole("button", { name: "Copy rd_3" })).toBeDefined();
  });

  // Cause: beside a request, "https://app.northwind.exa|mple:5601" broke in the middle of a name. Law: an address breaks
  // where its parts end, in links as in headings.
  it("breaks an address after its dots", () => {
    renderInApp(<RefLink reference={{ id: "ep_1" }} name="https://a.example" known withId />);
    expect(screen.getByRole("link", { name: "https://a.example" }).innerHTML).toBe(
      "https://<wbr>a.<wbr>example",
    );
  });
});

// Cause: the link in "already served by edge app.acme.localhost" was told by its colour alone. Law: in running text a link is
// underlined.
it("is underlined among the words of the service", async () => {
  const key = await request({
    method: "POST",
    path: "/api_keys",
    body: { description: "CI" },
    answer: ApiKey,
  });
  renderInApp(<p>{withLinks(`Already used by ${key.id}.`)}</p>);
  expect((await screen.findByRole("link", { name: "CI" })).className.split(" ")).toContain("link");
});

describe("RefLookup", () => {
  it("asks the service, and names what is there", async () => {
    const { id } = await request({
      method: "POST",
      path: "/api_keys",
      body: { description: "CI deploys" },
      answer: ApiKey,
    });
    renderInApp(<RefLookup reference={{ id }} />);
    expect(screen.queryByRole("link")).toBeNull();
    const link = await screen.findByRole("link", { name: "CI deploys" });
    expect(link.getAttribute("href")).toBe(`/keys/${id}`);
    expect(screen.getByRole("button", { name: `Copy ${id}` })).toBeDefined();
  });

  // Cause: an id alone addresses no route, so none was looked up, and filters showed the whole id, cut at 360 px.
  // Law: what the lists know has its name wherever a Ref is shown.
  it("finds a route in its edge, named by its place", async () => {
    const edge = await request({
      method: "POST",
      path: "/edges/https",
      body: { hostports: ["shop.example:443"] },
      answer: HttpsEdge,
    });
    const { id } = await request({
      method: "POST",
      path: `/edges/https/${edge.id}/routes`,
      body: { match_type: "path_prefix", match: "/cart" },
      answer: Route,
    });
    renderInApp(
      <>
        <RefLookup reference={{ id }} withId={false} />
        <RefName id={id} />
        <RefName id="edghtsrt_000000000000000000000000000" />
      </>,
    );
    const link = await screen.findByRole("link", { name: "shop.example/cart" });
    expect(link.getAttribute("href")).toBe(`/edges/https/${edge.id}/routes/${id}`);
    expect(screen.getAllByTitle(id).map(({ textContent }) => textContent)).toEqual(
      Array(2).fill("shop.example/cart"),
    );
    expect(screen.getByTitle(/_0000/).textContent).toContain("…");
  });

  it("stays an id where the service knows none, and asks nothing for a kind that has no page", async () => {
    const { client } = renderInApp(
      <>
        <RefLookup reference={{ id: "ts_000000000000000000000000000" }} />
        <RefLookup reference={{ id: "usr_1" }} />
      </>,
    );
    await expect
      .poll(
        () => client.getQueryState(["tunnel_sessions", "detail", "ts_000000000000000000000000000"])?.status,
      )
      .toBe("error");
    expect(screen.queryByRole("link")).toBeNull();
    expect(screen.getAllByRole("button", { name: /^Copy / })).toHaveLength(2);
    expect(client.getQueryCache().getAll()).toHaveLength(2);
  });
});
