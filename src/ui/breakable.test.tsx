// Cause: at 360 px addresses broke in the middle of a name: "https://api.northwind.exam|ple". Law: columns and headings
// stay readable at every width.
import { render } from "@testing-library/react";
import { expect, it } from "vitest";
import { breakable } from "./breakable.tsx";

it.each([
  ["https://api.northwind.example/v1/", "https://|api.|northwind.|example/|v1/"],
  ["tcp://1.tcp.sa.gatehouse.example:13687", "tcp://|1.|tcp.|sa.|gatehouse.|example:|13687"],
  // Cause: a message broke "203.|0.113.57/32". Law: an IP address stays whole.
  ["Deleted deny 203.0.113.57/32", "Deleted deny 203.0.113.57/32"],
  ["Carrier partners", "Carrier partners"],
  ["", ""],
])("%s breaks only where its parts end, and reads the same", (text, parts) => {
  const { container } = render(<>{breakable(text)}</>);
  expect(container.textContent).toBe(text);
  expect(container.innerHTML.replaceAll("<wbr>", "|")).toBe(parts);
});
