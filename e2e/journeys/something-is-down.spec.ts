import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { connect, signIn } from "../fixtures/console.ts";
import { endpointAt, sessionOf, tunnelAt } from "../fixtures/demo.ts";
import { expect, test } from "../fixtures/test.ts";

/** Reads the answer to a request to its end. */
async function visited(asked: ReturnType<typeof get>): Promise<string> {
  const [answer] = (await once(asked, "response")) as [IncomingMessage];
  return text(answer);
}

const URL = "https://fra-gw-01.northwind.example";

test("something is down: URL → its tunnel → its session → restart → its successor; back at the URL it is online again", async ({
  page,
  ownService: service,
}) => {
  const before = {
    endpoint: await endpointAt(service, URL),
    tunnel: await tunnelAt(service, URL),
    session: await sessionOf(service, "fra-gw-01"),
  };
  await connect(page, service);
  await page.getByRole("link", { name: "Endpoints", exact: true }).first().click();
  await page.getByRole("searchbox", { name: "Search endpoints" }).fill(URL);
  await expect(page.getByText(/^1 of \d+ match$/)).toBeVisible();
  await page.getByTitle(URL, { exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/endpoints/${before.endpoint.id}$`));
  const path = page.getByRole("region", { name: "Request path" });
  await path.getByRole("link", { name: /^tn_/ }).click();
  await expect(page).toHaveURL(new RegExp(`/tunnels/${before.tunnel.id}$`));
  const way = page.getByRole("region", { name: "Request path" });
  await expect(way.getByRole("link", { name: URL })).toHaveAttribute(
    "href",
    `/endpoints/${before.endpoint.id}`,
  );
  await way.getByRole("link", { name: "fra-gw-01", exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/sessions/${before.session.id}$`));

  await page.getByRole("button", { name: "Restart…", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Restart fra-gw-01" }).click();
  const report = page.getByRole("region", { name: /^Restart/ });
  await expect(report.getByText(/^Online again as/)).toBeVisible();

  await page.goBack();
  await expect(page.getByText(/^Online again for/)).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(new RegExp(`/endpoints/${before.endpoint.id}$`));
  const note = page.getByRole("status").filter({ hasText: "Online again" });
  await expect(note).toContainText("This page shows the new endpoint");
  const after = await endpointAt(service, URL);
  expect(after.id).not.toBe(before.endpoint.id);
  await note.getByRole("link").click();
  await expect(page).toHaveURL(new RegExp(`/endpoints/${after.id}$`));
  await expect(page.getByRole("heading", { level: 1, name: URL })).toBeVisible();
  await expect(path.getByRole("link", { name: "fra-gw-01", exact: true })).toHaveAttribute(
    "href",
    `/sessions/${(await sessionOf(service, "fra-gw-01")).id}`,
  );
  await expect(path.getByText(/^Online again after \d+ s$/)).toBeVisible();
});

// Cause: a browser that came because of an outage found no word of the agent that was lost. Law: the service remembers who left.
test("it was down before the browser came: overview, list, endpoint and agent tell of it, until it is back", async ({
  page,
  ownService: service,
}) => {
  const { id } = await sessionOf(service, "fra-gw-01");
  const endpoint = await endpointAt(service, URL);
  const stopped = await fetch(`${service.origin}/api/tunnel_sessions/${id}/stop`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${service.key}`,
      "service-version": "2",
      "content-type": "application/json",
    },
    body: "{}",
  });
  expect(stopped.status).toBe(204);
  await signIn(page, service);
  await page.goto(service.origin);
  await expect(page.getByText("fra-gw-01 is offline")).toBeVisible();
  await page.goto(`${service.origin}/endpoints?q=${encodeURIComponent(URL)}`);
  const gone = page.getByRole("note").filter({ hasText: `${URL} is offline with its agent` });
  await expect(gone).toBeVisible();
  await page.goto(`${service.origin}/endpoints/${endpoint.id}`);
  await expect(gone).toContainText("fra-gw-01");
  await gone.getByRole("link", { name: "fra-gw-01" }).click();
  await expect(page.getByText("Stopped from another browser or through the API.")).toBeVisible();
  await page.goto(`${service.origin}/sessions?state=offline`);
  await expect(page.getByRole("link", { name: "fra-gw-01" })).toBeVisible();
});

test("restart from the page of the URL itself: it is offline, then online again, without leaving the page", async ({
  page,
  ownService: service,
}) => {
  const before = await endpointAt(service, URL);
  await signIn(page, service);
  await page.goto(`${service.origin}/endpoints/${before.id}`);
  await page.getByRole("button", { name: "Restart fra-gw-01…" }).click();
  const dialog = page.getByRole("dialog", { name: "Restart fra-gw-01?" });
  await expect(dialog).toContainText(/\d+ URLs? go(es)? offline|stays? up/);
  await dialog.getByRole("button", { name: "Restart fra-gw-01" }).click();
  await expect(page.getByText("Offline for now")).toBeVisible();
  await expect(page.getByText(/^Online again for/)).toBeVisible();
  await expect(page.getByRole("region", { name: /^Restart/ }).getByText(/^Online again as/)).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/endpoints/${before.id}$`));
});

test("an address that the service chose is the same after a restart, and the page follows it", async ({
  page,
  ownService: service,
}) => {
  const session = await sessionOf(service, "fra-gw-01");
  await signIn(page, service);
  await page.goto(`${service.origin}/sessions/${session.id}`);
  await page.getByRole("table", { name: "Endpoints" }).getByRole("link", { name: /^tcp:/ }).click();
  const address = await page.getByRole("heading", { level: 1, name: /^tcp:/ }).innerText();
  await page.getByRole("button", { name: "Restart fra-gw-01…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Restart fra-gw-01" }).click();
  const note = page.getByRole("status").filter({ hasText: "Online again" });
  await expect(note).toContainText("This page shows the new endpoint");
  await note.getByRole("link").click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(address);
  await expect(page.getByText("Online", { exact: true }).first()).toBeVisible();
});

// Cause: an app that was down was green everywhere but among the requests. Law: the first page says so within seconds, with its
// link, and stops saying so once requests are answered.
test("an app is down: the overview says so by itself, its address shows why, and both end once it is up", async ({
  page,
  edgeService: service,
  publish,
}) => {
  let up = false;
  const printed = await publish((asked, answer) => void (up ? answer.end("ok") : asked.socket.destroy()));
  const [, url = ""] = await printed.match(/(http:\/\/\S+localhost:\d+) → /);
  const { host, port } = new globalThis.URL(url);
  const visit = async (times: number) => {
    for (let time = 0; time < times; time += 1)
      await visited(get({ host: "127.0.0.1", port, headers: { host } }));
  };
  await signIn(page, service);
  await page.goto(`${service.origin}/`);
  await visit(4);
  const line = page.getByRole("listitem").filter({ hasText: "App unreachable" });
  await expect(line).toContainText(/4 of the last 4 requests to the app failed/);
  await line.getByRole("link", { name: /Show endpoint/ }).click();
  await expect(page.getByText("App unreachable", { exact: true })).toBeVisible();
  up = true;
  await visit(2);
  await expect(page.getByText("App unreachable", { exact: true })).toBeHidden();
});
