import { connect, row, signIn } from "../fixtures/console.ts";
import { endpointAt, sessionOf, tunnelAt } from "../fixtures/demo.ts";
import { expect, test } from "../fixtures/test.ts";

const URL = "https://fra-gw-01.northwind.example";
const NOT_FOUND = JSON.stringify({ status_code: 404, msg: "Resource not found", details: {} });

test("endpoints: search, filters and the panel are in the URL; Refs lead to tunnel, session and edge", async ({
  page,
  service,
}) => {
  const [endpoint, tunnel, session] = [
    await endpointAt(service, URL),
    await tunnelAt(service, URL),
    await sessionOf(service, "fra-gw-01"),
  ];
  await connect(page, service);
  await page.getByRole("link", { name: "Endpoints", exact: true }).first().click();
  await page.getByRole("searchbox", { name: "Search endpoints" }).fill("fra-gw-01");
  await expect(page).toHaveURL(/q=fra-gw-01/);
  const found = page.getByRole("table", { name: "Endpoints" }).locator("tbody").getByRole("row");
  await expect(found).toHaveCount(3);
  const one = row(page, "Endpoints", new RegExp(`^${URL}`));
  await expect(one.getByRole("link", { name: "Tunnel" })).toHaveAttribute("href", `/tunnels/${tunnel.id}`);
  await expect(one.getByRole("link", { name: "fra-gw-01", exact: true })).toHaveAttribute(
    "href",
    `/sessions/${session.id}`,
  );

  await page.goto(`${service.origin}/endpoints?q=fra-gw-01&open=${endpoint.id}`);
  const panel = page.getByRole("complementary", { name: "Opened row" });
  await expect(panel.getByText("http://10.4.0.12:8080")).toBeVisible();
  await expect(panel.getByRole("button", { name: "Restart fra-gw-01…" })).toBeVisible();
  await panel.getByRole("link", { name: "Open page" }).click();
  await expect(page).toHaveURL(new RegExp(`/endpoints/${endpoint.id}$`));

  await page.goto(`${service.origin}/endpoints?type=Edge&has_session=nonsense&sort=%00&open=ep_gone`);
  await expect(page.getByRole("heading", { level: 1, name: "Endpoints" })).toBeVisible();
  await page.goto(`${service.origin}/endpoints?type=Edge`);
  await row(page, "Endpoints", "https://hooks.northwind.example")
    .getByRole("link", { name: "hooks.northwind.example", exact: true })
    .click();
  await expect(page.getByRole("heading", { level: 1, name: "hooks.northwind.example" })).toBeVisible();
});

test("the menu of a tunnel restarts its agent, after it said what goes offline", async ({
  page,
  ownService: service,
}) => {
  await signIn(page, service);
  await page.goto(`${service.origin}/tunnels?q=fra-gw-01`);
  await page.getByRole("button", { name: `Actions for ${URL}` }).click();
  await page.getByRole("menuitem", { name: "Restart fra-gw-01…" }).click();
  const dialog = page.getByRole("dialog", { name: "Restart fra-gw-01?" });
  await expect(dialog).toContainText(/3 URLs go offline/);
  const sent = page.waitForRequest(/\/restart$/);
  await dialog.getByRole("button", { name: "Restart fra-gw-01" }).click();
  expect((await sent).method()).toBe("POST");
  await expect(dialog).toBeHidden();
  await expect(page.getByText("Restart of fra-gw-01")).toBeVisible();
  await expect(page.getByText(/^Online again after \d+ s$/)).toBeVisible();
  await expect(row(page, "Tunnels", new RegExp(`^${URL}`))).toBeVisible();
});

test("what the service does not show is an id to copy, never a dead link", async ({ page, proxied }) => {
  const tunnel = await tunnelAt(proxied, URL);
  const session = await sessionOf(proxied, "fra-gw-01");
  const answer = { kind: "answer", status: 404, body: NOT_FOUND } as const;
  await connect(page, proxied);
  proxied.faults.inject(/\/api\/tunnel_sessions\/ts_/, answer);
  proxied.faults.inject(/\/api\/tunnel_sessions(\?|$)/, {
    kind: "answer",
    status: 200,
    body: JSON.stringify({ tunnel_sessions: [], uri: "", next_page_uri: null }),
  });
  proxied.faults.inject(/\/api\/endpoints\/ep_/, answer);

  await page.goto(`${proxied.origin}/tunnels/${tunnel.id}`);
  const way = page.getByRole("region", { name: "Request path" });
  await expect(way.getByText("Not shown by the service")).toBeVisible();
  await expect(way.getByRole("button", { name: `Copy ${session.id}` })).toBeVisible();
  await expect(way.getByRole("button", { name: /^Copy ep_/ })).toBeVisible();
  await expect(way.getByRole("link")).toHaveCount(0);

  await page.goto(`${proxied.origin}/tunnels?q=fra-gw-01`);
  const one = row(page, "Tunnels", new RegExp(`^${URL}`));
  await expect(one.getByRole("button", { name: `Copy ${session.id}` })).toBeVisible();
  await expect(one.locator(`a[href*="/sessions/"]`)).toHaveCount(0);
});
