import { screen } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { forgetConnection, setConnection } from "#api/connection.ts";
import { renderInApp } from "#testing/render.tsx";
import { CopyAs } from "./copy-as.tsx";

afterEach(forgetConnection);

describe("CopyAs", () => {
  it("puts the chosen form on the clipboard, without the key, and says so", async () => {
    const connection = { baseUrl: "http://h.example/api", key: "gh2_secret", versionHeader: "V" };
    setConnection(connection, { remember: false });
    const json = { id: "ipp_1", description: "office" };
    const { user } = renderInApp(
      <CopyAs request={{ path: "/ip_policies/ipp_1" }} json={json} terraform="ngrok_ip_policy" />,
    );
    const copied = async (form: string) => {
      await user.click(screen.getByRole("button", { name: "Copy as" }));
      await user.click(screen.getByRole("menuitem", { name: form }));
      await screen.findByText(new RegExp(`^Copied as ${form}\\.`), { selector: "output span" });
      return navigator.clipboard.readText();
    };
    expect(await copied("cURL")).toContain("curl http://h.example/api/ip_policies/ipp_1 ");
    expect(await copied("PowerShell")).toContain("Bearer $env:GATEHOUSE_API_KEY");
    expect(JSON.parse(await copied("JSON"))).toEqual(json);
    expect(await copied("Terraform")).toContain('resource "ngrok_ip_policy" "ipp_1"');
  });

  it("offers no Terraform where the provider has no resource, and tells when the browser refuses", async () => {
    const { user } = renderInApp(<CopyAs request={{ path: "/edges/https/e" }} json={{}} />);
    const refuse = () => Promise.reject(new Error("no"));
    Object.defineProperty(navigator, "clipboard", { value: { writeText: refuse }, configurable: true });
    await user.click(screen.getByRole("button", { name: "Copy as" }));
    expect(screen.queryByRole("menuitem", { name: "Terraform" })).toBeNull();
    await user.click(screen.getByRole("menuitem", { name: "JSON" }));
    expect(
      await screen.findByText("Could not copy as JSON. Allow the clipboard for this page, then try again."),
    ).toBeDefined();
  });
});
