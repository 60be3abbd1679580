import { render, screen } from "@testing-library/react";
import { FormProvider, useForm } from "react-hook-form";
import { expect, it } from "vitest";
import { userAgentFilter } from "./definition.ts";
import { UserAgentTester } from "./user-agent-tester.tsx";

function Drafted({ allow = [], deny }: { allow?: string[]; deny: string[] }) {
  const form = useForm({ defaultValues: userAgentFilter.toForm({ allow, deny }) });
  return (
    <FormProvider {...form}>
      <UserAgentTester />
    </FormProvider>
  );
}

it("shows which user agents the draft lets pass", () => {
  render(<Drafted deny={["^curl/", "(?i)bot"]} allow={["Googlebot"]} />);
  const lines = screen.getAllByRole("listitem").map((line) => line.textContent);
  expect(lines).toHaveLength(5);
  expect(lines[2]).toMatch(/^Allowed.*allow: Googlebot$/);
  expect(lines[3]).toMatch(/^Denied.*deny: \^curl\/$/);
});

it.each(["(", "(?=a)", "[[:]", "\\p{Letter}"])("waits while its own engine can't read %s", (deny) => {
  render(<Drafted deny={[deny]} />);
  expect(screen.getByText(/Fix the patterns above/)).toBeTruthy();
});
