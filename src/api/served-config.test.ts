// Cause: the console of a service without a gateway showed a command that could never connect, and one behind --upstream a
// callback URL that nobody serves. Law: no guess at an address.
import { afterEach, expect, it } from "vitest";
import { DEFAULT_CONFIG } from "./app-config.ts";
import { forgetConnection, setConnection } from "./connection.ts";
import { servedConfig } from "./served-config.ts";

afterEach(forgetConnection);
const config = { ...DEFAULT_CONFIG, baseUrl: "https://gw.example/api", agentUrl: "wss://agents.example" };

it.each([
  ["https://gw.example/api", config],
  ["https://gw.example/api/", config],
  ["https://other.example/api", null],
])("what the host of the console says is taken for the service at %s: %j", (baseUrl, served) => {
  setConnection({ baseUrl, key: "k", versionHeader: "Service-Version" }, { remember: false });
  expect(servedConfig(config)).toEqual(served);
});
