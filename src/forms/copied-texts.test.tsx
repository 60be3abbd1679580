import { useEffect } from "react";
import { screen } from "@testing-library/react";
import { useForm, useWatch } from "react-hook-form";
import { expect, it } from "vitest";
import { renderInApp } from "#testing/render.tsx";
import { FormFacts } from "./form-facts.ts";
import { FormShell, SaveBar } from "./form-shell.tsx";
import { splitAddresses, splitWords } from "./list-edit.ts";
import { SecretField } from "./secret-field.tsx";
import { TextListField } from "./text-list-field.tsx";

let held: Record<string, unknown> = {};

function Held() {
  const values = useWatch();
  useEffect(() => {
    held = values;
  });
  return null;
}

function Kit() {
  const form = useForm({
    defaultValues: {
      scopes: ["openid"],
      audiences: ["a"],
      groups: ["b"],
      addresses: [""],
      secret: { mode: "keep", text: "" },
    },
  });
  return (
    <FormFacts value={{ loaded: null, secretsKept: false }}>
      <FormShell
        form={form}
        label="Form"
        onSave={() => undefined}
        problem={null}
        bar={<SaveBar state="ready" title="x" />}
      >
        <Held />
        <TextListField name="scopes" label="Scopes" one="scope" split={splitWords} />
        <TextListField name="audiences" label="Audiences" one="audience" look="lines" trims />
        <TextListField name="addresses" label="Addresses" one="address" look="lines" split={splitAddresses} />
        <TextListField name="groups" label="Groups" one="group" />
        <SecretField name="secret" label="Secret" />
      </FormShell>
    </FormFacts>
  );
}

// Cause: "read:user user:email", as every provider documents scopes, became one scope that was refused. Law: what is copied means
// what it means where it was copied.
it("takes scopes apart at their blanks, typed, pasted or mended", async () => {
  const { user } = renderInApp(<Kit />);
  const input = screen.getByLabelText("Scopes", { selector: "input" });
  await user.type(input, "read:user  user:email{Enter}");
  expect(held["scopes"]).toEqual(["openid", "read:user", "user:email"]);
  await user.paste("repo gist\nopenid,read:org");
  expect(held["scopes"]).toEqual(["openid", "read:user", "user:email", "repo", "gist", "read:org"]);
  await user.click(screen.getByRole("button", { name: "gist" }));
  await user.keyboard(" notifications{Enter}");
  expect((held["scopes"] as string[]).slice(3)).toEqual(["repo", "gist", "notifications", "read:org"]);
  // A group may have blanks and commas.
  await user.click(screen.getByRole("button", { name: "b" }));
  await user.keyboard(" c, d{Enter}");
  expect(held["groups"]).toEqual(["b c, d"]);
});

// Cause: "# shop" and "a.example,b.example" of a pasted list became addresses that were refused. Law: lists are read alike wherever they
// are pasted: remarks and blank lines are left out, commas part.
it("takes a pasted list of addresses apart, without its remarks", async () => {
  const { user } = renderInApp(<Kit />);
  await user.click(screen.getByLabelText("Addresses 1"));
  await user.paste(
    "# shop\r\nhttps://a.example/#top, b.example\n\n  // old\nc.example:443 # cart, main\td\n",
  );
  expect(held["addresses"]).toEqual(["https://a.example/#top", "b.example", "c.example:443"]);
  await user.clear(screen.getByLabelText("Addresses 3"));
  await user.paste("# the last\nd.example");
  expect(held["addresses"]).toEqual(["https://a.example/#top", "b.example", "d.example"]);
  await user.keyboard(":");
  await user.paste("443");
  expect((held["addresses"] as string[])[2]).toBe("d.example:443");
});

// Cause: an audience pasted with a blank behind it was saved so, and every token was refused. Law: what is copied from elsewhere is
// held without the blanks around it.
it.each(["{Tab}", "{Enter}"])("drops the blanks around an audience on %s", async (key) => {
  const { user } = renderInApp(<Kit />);
  const input = screen.getByLabelText("Audiences 1");
  await user.clear(input);
  await user.type(input, ` https://a.example ${key}`);
  expect((held["audiences"] as string[])[0]).toBe("https://a.example");
});

// Cause: a secret pasted with blanks around it was saved so without a word, and every webhook was refused. Law: what can be meant, but
// hardly is, is asked about.
it("warns of the blanks around a secret, and removes them", async () => {
  const { user } = renderInApp(<Kit />);
  const input = screen.getByLabelText("Secret", { selector: "input" });
  await user.type(input, "a b ");
  expect(held["secret"]).toEqual({ mode: "replace", text: "a b " });
  expect(screen.getByText("Starts or ends with a space.")).toBeDefined();
  await user.click(screen.getByRole("button", { name: "Remove spaces" }));
  expect(held["secret"]).toEqual({ mode: "replace", text: "a b" });
  expect(screen.queryByText("Starts or ends with a space.")).toBeNull();
});
