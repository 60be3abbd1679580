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
        hint="RE2 patterns for the User-Agent header. A match always passes, even if denied below."
      />
      <TextListField
        name="deny"
        label="Deny"
        one="pattern"
        look="lines"
        mono
        placeholder="^curl/"
        hint="A match is denied unless it is allowed above. To allow requests without the header, add ^$ above."
      />
      <TryIt says="See which user agents pass">
        <UserAgentTester />
      </TryIt>
    </>
  );
}
