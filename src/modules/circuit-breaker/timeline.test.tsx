import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { FormProvider, useForm } from "react-hook-form";
import { expect, it, vi } from "vitest";
import { TryIt } from "../kit/try-it.tsx";
import { circuitBreaker } from "./definition.ts";
import { CircuitBreakerTimeline } from "./timeline.tsx";

function Drafted({ typed = {}, onSave = () => {} }: { typed?: object; onSave?: () => void }) {
  const form = useForm({
    defaultValues: { ...circuitBreaker.toForm(circuitBreaker.defaults), ...typed },
  });
  return (
    <FormProvider {...form}>
      <form onSubmit={onSave}>
        <input aria-label="draft" {...form.register("error_threshold_percentage")} />
        <TryIt says="sample traffic">
          <CircuitBreakerTimeline />
        </TryIt>
      </form>
    </FormProvider>
  );
}
const open = () => userEvent.click(screen.getByText("Try it"));
const caption = () => screen.getByRole("figure").querySelector("figcaption")?.textContent;

it("shows what the draft would do, as it is typed", async () => {
  render(<Drafted />);
  expect(screen.queryByRole("figure")).toBeNull();
  await open();
  expect(caption()).toMatch(/^Trips after 20\.9 s\. Of 800 requests, \d+ failed and \d+ were blocked\.$/);
  expect(screen.getByRole("list", { name: "What happens" }).textContent).toContain(
    "A test request succeeds. The breaker closes.",
  );
  const draft = screen.getByLabelText("draft");
  await userEvent.clear(draft);
  await userEvent.type(draft, "50 %");
  expect(screen.queryByRole("figure")).toBeNull();
  await userEvent.clear(draft);
  await userEvent.type(draft, "1");
  expect(caption()).toMatch(/^Trips after 2[4-6]/);
});

it("says why it never trips", async () => {
  render(<Drafted typed={{ volume_threshold: "30" }} />);
  await open();
  await userEvent.click(screen.getByRole("radio", { name: "Quiet" }));
  expect(caption()).toBe("Never trips. The window has up to 2 requests, and the volume threshold is 30.");
  await userEvent.click(screen.getByRole("radio", { name: "Blip" }));
  expect(caption()).toBe("Never trips. Up to 22 % of requests fail (20 of 91), and the threshold is 50 %.");
});

it("takes own samples, says what is wrong with them, and Enter in it does not save the form", async () => {
  const onSave = vi.fn<() => void>();
  render(<Drafted onSave={onSave} />);
  await open();
  await userEvent.type(screen.getByRole("textbox", { name: /requests per second/ }), "{Enter}0000");
  expect(screen.getByText("Enter a rate from 1 to 250.")).toBeTruthy();
  await userEvent.click(screen.getByRole("radio", { name: "Own" }));
  const samples = screen.getByRole("textbox", { name: "Own samples" });
  await userEvent.clear(samples);
  await userEvent.type(samples, "5 6");
  expect(screen.getByText("Line 1: more errors than requests.")).toBeTruthy();
  await userEvent.clear(samples);
  await userEvent.type(samples, "30 30 x3");
  expect(caption()).toMatch(/^Trips after 0\.63 s/);
  expect(onSave).not.toHaveBeenCalled();
});
