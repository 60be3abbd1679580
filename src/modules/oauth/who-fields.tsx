import type { OauthProviderName } from "#contract/modules/oauth-providers.ts";
import { TextListField } from "#forms/text-list-field.tsx";
import { useFieldValue } from "#forms/use-field.ts";
import { Note } from "#ui/note.tsx";
import { PartHeading } from "../kit/login-session-fields.tsx";
import { providerName, WHO_LISTS } from "./provider-text.ts";

/** Who of those that signed in may enter. Teams and organizations are of github alone. Stands in the member's scope. */
export function WhoFields({ name }: { name: OauthProviderName }) {
  return (
    <>
      <PartHeading>Who may enter</PartHeading>
      {name === "github" ? (
        <>
          <TextListField
            name="teams"
            label="Teams"
            one="team"
            placeholder="organization/team"
            hint="Members of any listed team, each with its organization, or its number."
          />
          <TextListField
            name="organizations"
            label="Organizations"
            one="organization"
            placeholder="acme"
            hint="Members of any listed organization, by its short name."
          />
        </>
      ) : null}
      <TextListField
        name="email_domains"
        label="Email domains"
        one="domain"
        placeholder="example.com"
        hint="Users whose address is in one of these domains. Lower case, without @."
      />
      <TextListField
        name="email_addresses"
        label="Email addresses"
        one="address"
        placeholder="ana@example.com"
        hint="Users with one of these addresses. Lower case."
      />
      <Verdict name={name} />
    </>
  );
}

/** Several lists: nobody says how they combine. None at all: the route is as good as open. */
function Verdict({ name }: { name: OauthProviderName }) {
  const [teams, organizations, domains, addresses] = [
    useFieldValue(WHO_LISTS[0].name),
    useFieldValue(WHO_LISTS[1].name),
    useFieldValue(WHO_LISTS[2].name),
    useFieldValue(WHO_LISTS[3].name),
  ];
  const lists = name === "github" ? [teams, organizations, domains, addresses] : [domains, addresses];
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
