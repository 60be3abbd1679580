import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import { forgetConnection, setConnection } from "#api/connection.ts";
import type { HttpServer } from "#service/http/server.ts";
import { startTestApp, type TestApp } from "#service/testing/test-app.ts";

/** The real API for the tests of a file, to which the console is connected in each. There from the first test on. */
export function connectedApp(): TestApp {
  const app = {} as TestApp;
  let http: HttpServer;
  beforeAll(async () => {
    Object.assign(app, await startTestApp());
    http = await app.listen();
  });
  afterAll(async () => {
    await http.stop();
    await app.close();
  });
  beforeEach(() =>
    setConnection(
      { baseUrl: `${http.origin}/api`, key: app.key, versionHeader: "Service-Version" },
      { remember: false },
    ),
  );
  afterEach(forgetConnection);
  return app;
}
