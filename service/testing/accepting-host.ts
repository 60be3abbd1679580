import { ACCEPTED, type Host } from "#agent/host.ts";

/** For tests: a machine that accepts every command. */
export const acceptingHost: Host = {
  os: "linux",
  arch: "x64",
  version: "3.18.2",
  capabilities: { restart: "", stop: "", update: "" },
  restart: () => ACCEPTED,
  stop: () => ACCEPTED,
  update: () => ACCEPTED,
};
