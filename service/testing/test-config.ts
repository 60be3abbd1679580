import { type Config, readConfig } from "../config.ts";

/** What the service is told by nobody, but silent, on any free port, without demo agents, as gate.example; then `config`. */
export function testConfig(config: Partial<Config>): Config {
  const defaults = readConfig([], {});
  if (defaults === "help") throw new Error("No flag asks for help.");
  return {
    ...defaults,
    port: 0,
    demo: 0,
    demoVisitors: 0,
    log: "silent",
    allowHost: ["gate.example"],
    ...config,
  };
}
