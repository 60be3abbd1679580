import { UPDATE_NOT_AVAILABLE } from "./api-facts.ts";

/** The codes by which an update is refused (protocol-facts.md#agent-commands); apart, so that a browser has them without the rest. */
export const UPDATE_REFUSALS = {
  notAvailable: UPDATE_NOT_AVAILABLE,
  disabled: "ERR_GATEHOUSE_9102",
  running: "ERR_GATEHOUSE_9103",
  awaitsRestart: "ERR_GATEHOUSE_9104",
} as const;
