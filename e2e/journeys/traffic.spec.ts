import { type ChildProcess, execFile, spawn } from "node:child_process";
import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import { startApp } from "../fixtures/app.ts";
import { signIn } from "../fixtures/console.ts";
import { expectSound } from "../fixtures/look.ts";
import { linesOf } from "../fixtures/process.ts";
import { removeData } from "../fixtures/service.ts";
import { expect, test } from "../fixtures/test.ts";
import { openTrustingBrowser } from "../fixtures/trusting-browser.ts";

const root = join(import.meta.dirname, "../..");
const curl = async (...args: string[]) => (await promisify(execFile)("curl", ["-sS", ...args])).stdout;

/** A program as an operator starts it, with all that it starts itself. */
function run(command: string): ChildProcess {
  return spawn("sh", ["-c", command], { cwd: root, stdio: ["ignore", "pipe", "pipe"], detached: true });
}

async function end({ pid, exitCode }: ChildProcess, exit: Promise<unknown>): Promise<void> {
  if (pid === undefined || exitCode !== null) return;
  process.kill(-pid, "SIGTERM");
  await exit;
}

// Law: two commands, the second as the console shows it, give a URL that answers from an app on this machine, in curl and in a
// browser, and over https to who trusts the root.
test("npm start, the console's agent command, and the printed URLs answer", async ({
  page,
  context,
  launchOptions,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const data = await mkdtemp(join(tmpdir(), "gatehouse-e2e-"));
  const app = await startApp((request, response) => {
    response.writeHead(200, { "content-type": "text/html" }).end(`<h1>Hello ${request.headers.host}</h1>`);
  });
  const service = run(`exec npm start -- --port 0 --demo 0 --data ${data}`);
  const said = linesOf(service);
  let agent: ChildProcess | null = null;
  let printed = said;
  try {
    const [, link = ""] = await said.match(/Gatehouse is ready: (\S+)\n/);
    await page.goto(link);
    await page.getByRole("button", { name: "Create authtoken" }).click();
    // Before, its command has a placeholder.
    await expect(page.getByText("The command below contains it.")).toBeVisible();
    await page.getByRole("button", { name: "Copy the command" }).click();
    const command = await page.evaluate(() => navigator.clipboard.readText());
    agent = run(command.replace("http:3000", `127.0.0.1:${app.port}`));
    printed = linesOf(agent);
    const [, plain = ""] = await printed.match(/(http:\/\/\S+localhost:\d+) → /);
    const [, secure = ""] = await printed.match(/(https:\/\/\S+localhost:\d+) → /);
    expect(await curl(plain)).toBe(`<h1>Hello ${new URL(plain).host}</h1>`);

    // The URL that the console shows is the printed one.
    await page.getByRole("button", { name: "Show sessions" }).click();
    await page.getByRole("link", { name: "Endpoints", exact: true }).click();
    await page.getByTitle(secure, { exact: true }).first().click();
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Trust certificate…" }).click();
    await page.getByRole("button", { name: "Download gatehouse-root.crt" }).click();
    const rootFile = join(data, "root.crt");
    await (await download).saveAs(rootFile);
    expect(await curl("--cacert", rootFile, secure)).toBe(`<h1>Hello ${new URL(secure).host}</h1>`);
    await writeFile(join(data, "none.crt"), "");
    await expect(curl("--cacert", join(data, "none.crt"), secure)).rejects.toThrow(/certificate/);

    await page.goto(plain);
    await expect(page.getByRole("heading", { name: `Hello ${new URL(plain).host}` })).toBeVisible();
    await expect(page.goto(secure)).rejects.toThrow(/ERR_CERT_AUTHORITY_INVALID/);
    const trusting = await openTrustingBrowser(data, await readFile(rootFile, "utf8"), launchOptions);
    try {
      const visitor = await trusting.newPage();
      await visitor.goto(secure);
      await expect(visitor.getByRole("heading", { name: `Hello ${new URL(secure).host}` })).toBeVisible();
    } finally {
      await trusting.close();
    }
  } finally {
    if (agent) await end(agent, printed.exit);
    await end(service, said.exit);
    app.close();
    await removeData(data);
  }
});

// Law: a request is in the open list within a second, its page says all of it, and its command sends it again.
test("a request shows in the open list, and its copied command sends it again", async ({
  page,
  context,
  edgeService,
  publish,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const asked: { url: string | undefined; body: string }[] = [];
  const printed = await publish(async (request, response) => {
    asked.push({ url: request.url, body: await text(request) });
    response.writeHead(request.url === "/missing" ? 404 : 200).end(`answered ${request.url}`);
  });
  const [, plain = ""] = await printed.match(/(http:\/\/\S+localhost:\d+) → /);
  await signIn(page, edgeService);
  await page.goto(`${edgeService.origin}/traffic`);
  await expect(page.getByText(/the request appears here within a second/)).toBeVisible();
  await expectSound(page, "no requests");
  await expect(page.getByText("live", { exact: true })).toBeVisible();
  const link = (path: string) => page.getByTitle(`GET ${new URL(plain).host}${path}`, { exact: true });
  const took: number[] = [];
  for (const path of ["/first", "/missing", "/orders?page=2"]) {
    await curl(`${plain}${path}`);
    const since = performance.now();
    await expect(link(path)).toBeVisible();
    took.push(performance.now() - since);
  }
  // The best of them: other tests may hold the machine up for longer.
  expect(Math.min(...took)).toBeLessThan(1000);
  const orders = link("/orders?page=2");
  await expectSound(page, "requests", { every: true });
  // Cause: the clamp of a row's link swallowed the space behind the method: "GETshop.example". Law: words are apart at every width.
  await page.setViewportSize({ width: 360, height: 800 });
  const apart = await orders.evaluate(({ children: [method, host] }) => {
    return host!.getClientRects()[0]!.left - method!.getBoundingClientRect().right;
  });
  expect(apart).toBeGreaterThan(3);
  await page.setViewportSize({ width: 1280, height: 800 });

  await page.getByRole("button", { name: "4xx" }).click();
  await expect(orders).toHaveCount(0);
  await expect(page).toHaveURL(/\?status=4xx$/);
  await page.getByRole("button", { name: "4xx" }).click();
  await orders.click();
  await expect(page.getByRole("region", { name: "Timeline" })).toContainText("Wait for app");
  await expectSound(page, "a request", { every: true });
  await page.getByRole("button", { name: "Copy as cURL" }).click();
  const command = await page.evaluate(() => navigator.clipboard.readText());
  expect((await promisify(execFile)("sh", ["-c", `${command} -sS`])).stdout).toBe("answered /orders?page=2");

  // Its bodies are gone; those of the next are kept.
  await page.getByRole("button", { name: "Keep for 10 min" }).click();
  await expect(page.getByText("10 min left")).toBeVisible();
  await curl("-d", "sku=a1", `${plain}/kept`);
  await page.goto(`${edgeService.origin}/traffic`);
  await expect(page.getByText(/^Keeping bodies of/)).toBeVisible();
  await expectSound(page, "bodies are kept", { every: true });
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByTitle(`POST ${new URL(plain).host}/kept`, { exact: true }).click();
  await expect(page.getByText("sku=a1")).toBeVisible();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export HAR" }).click();
  const har = JSON.parse(await readFile(await (await download).path(), "utf8"));
  expect(har.log.entries.map((one: { request: object }) => one.request)).toMatchObject([
    { method: "POST", url: `${plain}/kept`, postData: { text: "sku=a1" } },
  ]);
  // Edited before it is sent: the app gets what is in the fields.
  await page.getByRole("button", { name: "Replay…" }).click();
  const replay = page.getByRole("dialog", { name: "Replay" });
  await expect(replay.getByLabel("Body")).toHaveValue("sku=a1");
  await replay.getByLabel("URL").fill(`${plain}/again`);
  await replay.getByLabel("Body").fill("sku=b2");
  await replay.getByRole("button", { name: "Send", exact: true }).click();
  await expect(replay).toContainText("answered /again");
  expect(asked.at(-1)).toEqual({ url: "/again", body: "sku=b2" });
  await replay.getByRole("button", { name: "Close", exact: true }).last().click();
  await page.getByRole("button", { name: "Stop keeping bodies" }).click();
  await expect(page.getByRole("button", { name: "Keep for 1 h" })).toBeVisible();
  await expectSound(page, "bodies are not kept", { targets: true });

  await page.goto(`${edgeService.origin}/`);
  const traffic = page.getByRole("region", { name: "Traffic" });
  await expect(traffic).toContainText("Requests: 5 requests in the last hour");
  await traffic.getByText("Show as table").click();
  await expectSound(page, "charts", { every: true });
});
