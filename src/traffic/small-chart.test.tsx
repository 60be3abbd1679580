// Cause: "p99 0.95" and "ms" stood on two lines. Law: a number and its unit never break apart.
import { render } from "@testing-library/react";
import { expect, it } from "vitest";
import { SmallChart } from "./small-chart.tsx";

it("keeps each number of its total with its unit", () => {
  const total = "p50 0.95 ms · p99 12 ms";
  const { container } = render(
    <SmallChart title="Latency" total={total} label="" draw="lines" marks={[]} format={String} slots={[]} />,
  );
  expect(container.textContent).toContain("p50\u00A00.95\u00A0ms · p99\u00A012\u00A0ms");
});
