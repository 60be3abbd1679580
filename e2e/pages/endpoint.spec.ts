import { call } from "../fixtures/api.ts";
import { signIn } from "../fixtures/console.ts";
import { endpointAt } from "../fixtures/demo.ts";
import { expectSound } from "../fixtures/look.ts";
import { detailStates } from "../fixtures/page-states.ts";
import { expect, test } from "../fixtures/test.ts";

const URL = "https://fra-gw-01.northwind.example";

detailStates("an endpoint", {
  find: async (service) => {
    const { id } = await endpointAt(service, URL);
    return { path: `/endpoints/${id}`, reads: `/endpoints/${id}`, heading: URL };
  },
  loading: "Loading this endpoint",
  tried: "load this endpoint",
  unknown: { path: "/endpoints/ep_nothing", says: /offline or never existed/ },
  shown: (page) => page.getByRole("region", { name: "Request path" }).getByText("http://10.4.0.12:8080"),
});

// Cause: a link and the id under it were 20 px high, one on the other. Law: targets are 24 px, or as far apart.
test("links and ids on the path of an edge’s endpoint are high enough for a finger", async ({
  page,
  service,
}) => {
  const { body } = await call<{ endpoints: { id: string; edge?: { id: string } | null }[] }>(
    service,
    "GET /endpoints",
  );
  const ofEdge = body.endpoints.find(({ edge }) => edge);
  await signIn(page, service);
  await page.goto(`${service.origin}/endpoints/${ofEdge?.id}`);
  await expect(page.getByRole("button", { name: `Copy ${ofEdge?.edge?.id}` })).toBeVisible();
  await expectSound(page, "an edge’s endpoint", { axeAt: 360, targets: true });
});
