import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import { forgetConnection, setConnection } from "#api/connection.ts";
import { startTestApp, type TestApp } from "#service/testing/test-app.ts";
import { startTestService, type TestService, type TestServiceOptions } from "./service.ts";

/** The real API for the tests of a file, to which the console is connected. There from the first test on. */
export function connectedApp(): TestApp {
  return connected(async () => {
    const app = await startTestApp();
    const http = await app.listen();
    const close = async () => {
      await http.stop();
      await app.close();
    };
    return { ...app, origin: http.origin, close };
  });
}

/** The whole real service for the tests of a file, to which the console is connected. There from the first test on. */
export function connectedService(options?: TestServiceOptions): TestService {
  return connected(() => startTestService(options));
}

function connected<T extends Pick<TestService, "origin" | "key" | "close">>(start: () => Promise<T>): T {
  const there = {} as T;
  const connect = () => {
    const { origin, key } = there;
    const connection = { baseUrl: `${origin}/api`, key, versionHeader: "Service-Version" };
    setConnection(connection, { remember: false });
  };
  beforeAll(async () => {
    Object.assign(there, await start());
    connect();
  });
  beforeEach(connect);
  afterEach(forgetConnection);
  afterAll(async () => {
    forgetConnection();
    await there.close();
  });
  return there;
}
