import { splitWords } from "#forms/list-edit.ts";

/** Addresses as mail programs copy them, in the form that is sent: `"Doe, Jane" <Jane@Example.com>; bob@x.example` are two. */
export function typedAddresses(text: string): string[] {
  return [...text.matchAll(/(?:"[^"\n]*"|[^",;\t\r\n])+/g)].flatMap(([one]) => {
    const bare = (/<([^<>]*)>\s*$/.exec(one)?.[1] ?? one).trim().replace(/^mailto:/i, "");
    return bare === "" ? [] : [bare.toLowerCase()];
  });
}

/** Domains in the form that is sent: `@Example.com` is `example.com`. */
export function typedDomains(text: string): string[] {
  return splitWords(text)
    .map((one) => one.replace(/^@/, "").toLowerCase())
    .filter((one) => one !== "");
}
