import type { OauthProviderName } from "#contract/modules/oauth-providers.ts";
import { TextListField } from "#forms/text-list-field.tsx";
import { useFieldValues } from "#forms/use-field.ts";
import { Note } from "#ui/note.tsx";
import { PartHeading } from "../kit/part-heading.tsx";
import { whoLists } from "./provider-text.ts";
import { typedAddresses, typedDomains } from "./typed-emails.ts";

const SPLIT: Record<string, (text: string) => string[]> = {
  email_addresses: typedAddresses,
  email_domains: typedDomains,
};

/** Who of those that signed in may enter. Stands in the member's scope. */
export function WhoFields({ name: provider }: { name: OauthProviderName }) {
  return (
    <>
      <PartHeading>Access</PartHeading>
      {whoLists(provider).map((list) => (
        <TextListField key={list.name} {...list} split={SPLIT[list.name]} />
      ))}
      <Verdict name={provider} />
    </>
  );
}

/** How several lists combine. Of none at all the lint tells. */
function Verdict({ name }: { name: OauthProviderName }) {
  const lists = useFieldValues(whoLists(name).map((list) => list.name));
  const set = lists.filter((list) => !Array.isArray(list) || list.length > 0);
  if (set.length < 2) return null;
  return <Note>Users who match any of these lists can sign in.</Note>;
}
