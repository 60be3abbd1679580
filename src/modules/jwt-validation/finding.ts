/** What one check came to. `open` = the spec does not say; `skipped` = could not be checked here. */
export type Finding = { result: "pass" | "fail" | "open" | "skipped"; why: string };
