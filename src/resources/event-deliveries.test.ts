import { expect, it } from "vitest";
import { deliveryStatus } from "./event-deliveries.ts";

it("of a destination that was just created nothing was sent yet; what the service doesn’t say is not available", () => {
  // Cause: a new destination read "Not available", as if it were down, until the page was loaded again. Law: what is not told yet is
  // not what is not known.
  expect(deliveryStatus(null).text).toBe("Nothing sent yet");
  expect(deliveryStatus(undefined).text).toBe("Not available");
});
