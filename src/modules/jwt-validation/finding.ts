/** What one check came to. `open` = the API does not say (decisions/modules/jwt-tester.md); `skipped` = could not be checked here. */
export type Finding = { result: "pass" | "fail" | "open" | "skipped"; why: string };

const of = (result: Finding["result"]) => (why: string) => ({ result, why });

export const pass = of("pass");
export const fail = of("fail");
export const open = of("open");
export const skipped = of("skipped");
