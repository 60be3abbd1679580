// Cause: the discovery URL, which providers show beside the issuer, was taken for one. Law: a common mistake is said at its field, with what to do.
import { screen } from "@testing-library/react";
import * as fc from "fast-check";
import { FormProvider, useForm } from "react-hook-form";
import { expect, it } from "vitest";
import { BytesField } from "#forms/fields.tsx";
import { TextListField } from "#forms/text-list-field.tsx";
import { renderInApp } from "#testing/render.tsx";
import { DiscoveryNote, issuerOf } from "./discovery-note.tsx";

const WELL_KNOWN = "/.well-known/openid-configuration";
const NOTE = /^This is the discovery URL/;

function Form() {
  const form = useForm({ defaultValues: { issuer: "", issuers: ["https://a.example"] } });
  return (
    <FormProvider {...form}>
      <BytesField name="issuer" label="Issuer" maxBytes={99} hint={<DiscoveryNote name="issuer" />} />
      <TextListField
        name="issuers"
        label="Issuers"
        one="issuer"
        look="lines"
        afterHint={<DiscoveryNote name="issuers" />}
      />
    </FormProvider>
  );
}

it("puts the issuer in the place of its discovery URL, also in a list", async () => {
  const { user } = renderInApp(<Form />);
  const field = screen.getByLabelText<HTMLInputElement>("Issuer");
  await user.click(field);
  await user.paste(`https://login.example.com/eu${WELL_KNOWN}`);
  expect(field.getAttribute("aria-describedby")).toBe(screen.getByText(NOTE).closest("p")?.id);
  await user.click(screen.getByRole("button", { name: "Use the issuer" }));
  expect(field.value).toBe("https://login.example.com/eu");
  expect(screen.queryByText(NOTE)).toBeNull();
  await user.click(screen.getByRole("button", { name: "Add issuer" }));
  await user.paste(`https://login.example.com/eu${WELL_KNOWN}`);
  await user.click(screen.getByRole("button", { name: "Use the issuer" }));
  const list = screen.getAllByRole<HTMLInputElement>("textbox").map(({ value }) => value);
  expect(list).toEqual([field.value, "https://a.example", "https://login.example.com/eu"]);
});

it("finds the issuer of every discovery URL, and of no other text", () => {
  fc.assert(
    fc.property(fc.webUrl({ withFragments: false }), fc.constantFrom("", "/", " "), (url, end) => {
      const issuer = url.replace(/\/+$/, "");
      expect(issuerOf(`${issuer}${WELL_KNOWN}${end}`)).toBe(issuer);
      expect(issuerOf(url)).toBeNull();
    }),
  );
});
