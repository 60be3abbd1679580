export { timestamp } from "#contract/timestamp.ts";
