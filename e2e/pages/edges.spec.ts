import { call } from "../fixtures/api.ts";
import { connect, row, signIn } from "../fixtures/console.ts";
import { edgeAt } from "../fixtures/demo.ts";
import { expectSound } from "../fixtures/look.ts";
import { listStates } from "../fixtures/page-states.ts";
import { expect, test } from "../fixtures/test.ts";
import { pressUndo } from "../fixtures/undo.ts";

listStates({
  path: "/edges",
  heading: "Edges",
  noun: "edges",
  reads: ["/edges/https", "/edges/tls", "/edges/tcp"],
  teaches: /Edges give your services stable addresses/,
  opens: /\/edges\/https\/edghts_/,
});

test.describe("/edges", () => {
  test("makes an edge, refused at its field while its hostport is used, and undoes that", async ({
    page,
    ownService,
  }) => {
    await connect(page, ownService);
    await page.getByRole("link", { name: "Edges", exact: true }).click();
    await page.getByRole("link", { name: "Create edge" }).click();
    await page.getByLabel("Addresses 1").fill("app.northwind.example:443");
    await page.getByRole("button", { name: "Create HTTPS edge" }).click();
    await expect(page.getByText(/already served by edge/).first()).toBeVisible();
    await expect(page.getByLabel("Addresses 1")).toBeFocused();
    await page.getByRole("radio", { name: /TCP/ }).check();
    await page.getByLabel("Addresses 1").fill("ssh.northwind.example:20022");
    await page.getByRole("button", { name: "Create TCP edge" }).click();
    await expect(page.getByRole("heading", { name: "ssh.northwind.example:20022", level: 1 })).toBeVisible();
    const { body } = await call<{ tcp_edges: { hostports: string[] }[] }>(ownService, "GET /edges/tcp");
    expect(body.tcp_edges.map(({ hostports }) => hostports)).toContainEqual(["ssh.northwind.example:20022"]);

    await page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link", { name: "Edges" }).click();
    await expect(row(page, "Edges", "ssh.northwind.example")).toBeVisible();
    // Cause: the modules of an edge stuck out of its row, over the next one. Law: what belongs to a row is in it.
    const outside = await page.getByRole("table", { name: "Edges" }).evaluate((table) =>
      [...table.querySelectorAll("tbody tr")].flatMap((line) => {
        const { top, bottom } = line.getBoundingClientRect();
        return [...line.querySelectorAll("td *")]
          .filter((part) => {
            // What does not fit on its line is cut off with it.
            for (let up = part.parentElement; up && up !== line; up = up.parentElement)
              if (getComputedStyle(up).overflowY !== "visible") return false;
            const box = part.getBoundingClientRect();
            return box.height > 2 && (box.top < top - 1 || box.bottom > bottom + 1);
          })
          .map((part) => `${line.textContent}: ${part.textContent}`);
      }),
    );
    expect(outside).toEqual([]);
    // Cause: that an edge has a second address was on a second line, cut off at 1280 px. Law: what is not shown is counted.
    const more = row(page, "Edges", "www.northwind.example").getByText(/^\+1 more: northwind/);
    const cut = await more.evaluate(
      (one) =>
        one.getBoundingClientRect().bottom - one.parentElement!.parentElement!.getBoundingClientRect().bottom,
    );
    expect(cut).toBeLessThan(4);
    await pressUndo(page);
    await expect(page.getByText("ssh.northwind.example:20022 deleted")).toBeVisible();
    await expect(row(page, "Edges", "ssh.northwind.example")).toHaveCount(0);
    await expect(row(page, "Edges", "app.northwind.example")).toBeVisible();
  });

  test("filters by kind, and the URL keeps it", async ({ page, ownService }) => {
    await call(ownService, "POST /edges/tls", { hostports: ["db.northwind.example:443"] });
    await signIn(page, ownService);
    await page.goto(`${ownService.origin}/edges?kind=TLS`);
    await expect(row(page, "Edges", "db.northwind.example")).toBeVisible();
    await expect(page.getByRole("table", { name: "Edges" }).locator("tbody tr")).toHaveCount(2);
  });

  test("finds edges through endpoints where the service has no list of them, and opens one by its id", async ({
    page,
    proxied,
  }) => {
    const { id } = await edgeAt(proxied, "docks.northwind.example");
    const none = {
      kind: "answer",
      status: 404,
      body: JSON.stringify({ status_code: 404, msg: "Not Found" }),
    } as const;
    for (const kind of ["https", "tls", "tcp"])
      proxied.faults.inject(new RegExp(`^/api/edges/${kind}(\\?|$)`), none, "GET");
    await signIn(page, proxied);
    await page.goto(`${proxied.origin}/edges`);
    await expect(page.getByText("This service has no list of edges.")).toBeVisible();
    await expect(row(page, "Edges", "docks.northwind.example")).toBeVisible();
    await expectSound(page, "discovered");
    const typed = page.getByRole("textbox", { name: "Open by ID" });
    await typed.fill("rd_1");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("alert").filter({ hasText: "edghts_, edgtls_ or edgtcp_" })).toBeVisible();
    await expect(typed).toBeFocused();
    await typed.fill(` ${id} `);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: "docks.northwind.example", level: 1 })).toBeVisible();
  });
});
