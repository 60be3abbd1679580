import { TextListField } from "#forms/text-list-field.tsx";
import { lazyExport } from "#ui/lazy-export.ts";
import { TryIt } from "../kit/try-it.tsx";

const UserAgentTester = lazyExport(() => import("./user-agent-tester.tsx"), "UserAgentTester");

/** The form of the user agent filter. */
export function UserAgentFilterFields() {
  return (
    <>
      <TextListField
        name="allow"
        label="Allow"
        one="pattern"
        look="lines"
        mono
        placeholder="(?i)googlebot/\d+\.\d+"
        hint="Regular expressions (RE2) over the User-Agent header. One match lets the request pass, whatever is denied."
      />
      <TextListField
        name="deny"
        label="Deny"
        one="pattern"
        look="lines"
        mono
        placeholder="^curl/"
        hint="A match denies the request unless a pattern above allows it. A request without the header is denied unless ^$ is allowed."
      />
      <TryIt says="Which user agents pass">
        <UserAgentTester />
      </TryIt>
    </>
  );
}
