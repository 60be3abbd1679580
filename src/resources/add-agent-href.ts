import { href } from "./paths.ts";

/** The start of an agent with these labels. */
export const addAgentHref = (labels: Readonly<Record<string, string>>): string =>
  href.sessions(
    `?${new URLSearchParams([["add", ""], ...Object.entries(labels).map((pair) => ["label", pair.join("=")])])}`,
  );
