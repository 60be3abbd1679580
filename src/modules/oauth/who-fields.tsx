import type { OauthProviderName } from "#contract/modules/oauth-providers.ts";
import { TextListField } from "#forms/text-list-field.tsx";
import { useFieldValues } from "#forms/use-field.ts";
import { Note } from "#ui/note.tsx";
import { PartHeading } from "../kit/part-heading.tsx";
import { providerName, whoLists } from "./provider-text.ts";

/** Who of those that signed in may enter. Stands in the member's scope. */
export function WhoFields({ name: provider }: { name: OauthProviderName }) {
  return (
    <>
      <PartHeading>Who may enter</PartHeading>
      {whoLists(provider).map((list) => (
        <TextListField key={list.name} {...list} />
      ))}
      <Verdict name={provider} />
    </>
  );
}

/** Several lists: nobody says how they combine. None at all: the route is as good as open. */
function Verdict({ name }: { name: OauthProviderName }) {
  const lists = useFieldValues(whoLists(name).map((list) => list.name));
  const set = lists.filter((list) => !Array.isArray(list) || list.length > 0);
  if (set.length === 0) {
    return <Note>No list is filled: everybody with an account at {providerName(name)} may enter.</Note>;
  }
  if (set.length === 1) return null;
  return (
    <Note>
      Assumed: to match one of these lists is enough. The service does not document how they combine.
    </Note>
  );
}
