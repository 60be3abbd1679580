// Cause: what had failed offline waited for the next poll, up to a minute. Law: back online, a page reads again at once.
import { onlineManager, QueryObserver } from "@tanstack/react-query";
import { expect, it, vi } from "vitest";
import { ApiError } from "./errors.ts";
import { createQueryClient } from "./query-client.ts";

it("reads again what failed, once the browser is back online", async () => {
  const client = createQueryClient();
  client.mount();
  const fault = new ApiError({ kind: "garbage", method: "GET", path: "/x", msg: "" });
  const queryFn = vi.fn<() => Promise<string>>().mockRejectedValueOnce(fault).mockResolvedValue("read");
  const observer = new QueryObserver(client, { queryKey: ["x"], queryFn });
  const stop = observer.subscribe(() => undefined);
  await vi.waitFor(() => expect(observer.getCurrentResult().isError).toBe(true));
  onlineManager.setOnline(false);
  onlineManager.setOnline(true);
  await vi.waitFor(() => expect(observer.getCurrentResult().data).toBe("read"));
  stop();
  client.unmount();
});
