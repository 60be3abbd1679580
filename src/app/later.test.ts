// Cause: what keeps failures told ran once the page had settled: the first new try of a page that failed came before that, closed its
// "Details" and took the focus. Law: decisions/api/polling.md.
import { QueryObserver } from "@tanstack/react-query";
import { expect, it } from "vitest";
import { createQueryClient } from "#api/query-client.ts";
import { startLater } from "./later.ts";

it("a failure is told from the start while it is tried again", async () => {
  const client = createQueryClient();
  const end = startLater(client);
  let answer: (error: Error) => void = () => undefined;
  const queryFn = () => new Promise<string>((_resolve, reject) => (answer = reject));
  const observer = new QueryObserver(client, { queryKey: ["broken"], queryFn, retry: false });
  const leave = observer.subscribe(() => undefined);
  const error = new Error("Broken.");
  const failed = observer.refetch();
  answer(error);
  await failed;
  const again = observer.refetch();
  expect(observer.getCurrentResult()).toMatchObject({ error, isFetching: true });
  answer(error);
  await again;
  leave();
  end();
});
