// Cause: the word "removed" beside a removed header was struck through with it. Law: only what goes is struck through.
import { render, screen } from "@testing-library/react";
import { FormProvider, useForm } from "react-hook-form";
import { expect, it } from "vitest";
import { requestHeaders } from "../request-headers/definition.ts";
import { HeadersTester } from "./headers-tester.tsx";

function Drafted() {
  const form = useForm({ defaultValues: requestHeaders.toForm({ add: {}, remove: ["X-Debug"] }) });
  return (
    <FormProvider {...form}>
      <HeadersTester of="request" />
    </FormProvider>
  );
}

it("strikes a removed header through, and not what it says of it", () => {
  render(<Drafted />);
  expect(screen.getByText("X-Debug: 1").closest(".line-through")).not.toBeNull();
  expect(screen.getByText("removed").closest(".line-through")).toBeNull();
});
