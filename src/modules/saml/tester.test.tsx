import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { QueryClientProvider } from "@tanstack/react-query";
import { FormProvider, useForm } from "react-hook-form";
import { expect, it } from "vitest";
import { appConfigQuery, DEFAULT_CONFIG } from "#api/app-config.ts";
import { createQueryClient } from "#api/query-client.ts";
import { samlContract } from "#contract/modules/saml.ts";
import { certificateHead, commonName, validityOf } from "#testing/der.ts";
import { ToastProvider } from "#ui/toast.tsx";
import { ModuleContext } from "../kit/module-context.ts";
import { saml } from "./definition.ts";
import { SamlFields } from "./fields.tsx";

const { idp_metadata } = samlContract.example;
const DAY = 86_400_000;

function signedBy(days: number): string {
  const from = new Date(Date.now() - 100 * DAY);
  const to = new Date(Date.now() + days * DAY + 60_000);
  const certificate = certificateHead(validityOf(from, to), commonName("idp.example.com"));
  const key = `<KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data><ds:X509Certificate>${certificate}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></KeyDescriptor>`;
  return idp_metadata.replace("<SingleSignOnService", `${key}<SingleSignOnService`);
}

const client = createQueryClient();
client.setQueryData(appConfigQuery.queryKey, DEFAULT_CONFIG);

function Drafted({ xml, answer = null }: { xml: string; answer?: { [field: string]: unknown } | null }) {
  const form = useForm({ defaultValues: saml.toForm({ enabled: true, idp_metadata: xml }) });
  return (
    <QueryClientProvider client={client}>
      <ToastProvider>
        <ModuleContext
          value={{
            address: { owner: "route", edgeId: "edghts_1", routeId: "edghtsrt_1", kind: "saml" },
            answer,
          }}
        >
          <FormProvider {...form}>
            <SamlFields />
          </FormProvider>
        </ModuleContext>
      </ToastProvider>
    </QueryClientProvider>
  );
}
const open = async () => {
  await userEvent.click(screen.getByText("Try it"));
  await screen.findByText(/Checked in your browser/);
};
const checks = () =>
  within(screen.getByRole("list", { name: "Checks" }))
    .getAllByRole("listitem")
    .map(({ textContent }) => textContent);

it("says what the metadata in the form holds, and follows the form", async () => {
  render(<Drafted xml={signedBy(200)} />);
  await open();
  expect(screen.getByText("No problems found")).toBeDefined();
  expect(screen.getByText("CN=idp.example.com")).toBeDefined();
  expect(screen.getByText("6 mo left")).toBeDefined();
  expect(screen.getByText("https://idp.example.com/sso")).toBeDefined();
  expect(screen.getByText("HTTP-Redirect")).toBeDefined();

  const metadata = screen.getByLabelText("Provider metadata");
  await userEvent.clear(metadata);
  expect(screen.getByText("Paste the provider metadata above.")).toBeDefined();
  await userEvent.click(metadata);
  await userEvent.paste(signedBy(-3));
  expect(screen.getByText("1 problem found")).toBeDefined();
  expect(checks()).toContain("ProblemSigningNo certificate is valid now.");
  expect(screen.getByText(/^expired [23] d ago$/)).toBeDefined();
  await userEvent.clear(metadata);
  await userEvent.paste("<a/>");
  expect(screen.getByRole("alert").textContent).toContain("starts with <a>");
});

it("shows what the service made, each to be copied, and says where it will stand before the first save", async () => {
  const url = "https://edge.example/saml/edghtsrt_1";
  const pem = "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n";
  const made = {
    entity_id: url,
    assertion_consumer_service_url: `${url}/acs`,
    single_logout_url: `${url}/slo`,
    metadata_url: url,
    request_signing_certificate_pem: pem,
  };
  const { rerender } = render(<Drafted xml="" answer={made} />);
  expect(screen.getAllByRole("button", { name: /^Copy / })).toHaveLength(5);
  const user = userEvent.setup();
  await user.click(screen.getByRole("button", { name: "Copy assertion consumer" }));
  expect(await navigator.clipboard.readText()).toBe(`${url}/acs`);
  await user.click(screen.getByRole("button", { name: "Copy signing certificate" }));
  expect(await navigator.clipboard.readText()).toBe(pem);
  rerender(<Drafted xml="" />);
  expect(screen.queryAllByRole("button", { name: /^Copy / })).toHaveLength(0);
  expect(screen.getByText(/Save once to get the entity ID/)).toBeDefined();
});
