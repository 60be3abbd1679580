import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import { forgetConnection, setConnection } from "#api/connection.ts";
import { json, startFaultServer } from "./fault-server.ts";

type FaultServer = Awaited<ReturnType<typeof startFaultServer>>;

/** A fault server for the tests of a file, to which the console is connected in each. There from the first test on. */
export function connectedServer(): FaultServer {
  const server = {} as FaultServer;
  beforeAll(async () => {
    Object.assign(server, await startFaultServer(json(200, {})));
  });
  afterAll(() => server.close());
  beforeEach(() => {
    server.seen.length = 0;
    setConnection(
      { baseUrl: server.origin, key: "k", versionHeader: "Service-Version" },
      { remember: false },
    );
  });
  afterEach(forgetConnection);
  return server;
}
