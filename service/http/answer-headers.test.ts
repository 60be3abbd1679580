import { expect, test } from "vitest";
import { startTestApp } from "../testing/test-app.ts";
import { buildTestConsole } from "../testing/test-console.ts";

// A 304 without a content type got the policy for data, which the browser merged into its cached page: a reload was
// blank. Law: an answer that says "unchanged" changes nothing about what is cached.
test("a page that is not modified keeps its policy", async () => {
  const { dir, remove } = buildTestConsole({ "index.html": "<!doctype html><title>Gatehouse</title>" });
  const app = await startTestApp({ consoleDir: dir });
  const first = await app.fetch("/sessions");
  expect(first.headers.get("content-security-policy")).toContain("script-src 'self'");
  const again = await app.fetch("/sessions", {
    headers: { "if-none-match": first.headers.get("etag") ?? "" },
  });
  expect(again.status).toBe(304);
  expect(again.headers.get("content-security-policy")).toBeNull();
  await app.close();
  remove();
});
