import { curlOf } from "#components/curl.ts";
import { href } from "#resources/paths.ts";
import { ButtonLink } from "#ui/button.tsx";
import { CodeBlock } from "#ui/code-block.tsx";
import { EmptyState } from "#ui/empty-state.tsx";

const BODY = { ip_policy_id: "ipp_…", cidr: "203.0.113.0/24", action: "allow", description: "Office" };

/** In place of the rules when there are none. */
export function NoRules() {
  return (
    <EmptyState
      title="No IP rules yet"
      actions={
        <ButtonLink to={href.ipPolicies()} icon="policies">
          IP policies
        </ButtonLink>
      }
    >
      <div className="grid gap-4">
        <p>
          A rule allows or denies a range of source addresses. Create an IP policy first, then add rules to it
          here or from a shell:
        </p>
        <CodeBlock
          label="the command"
          text={curlOf({ method: "POST", path: "/ip_policy_rules", body: BODY })}
        />
      </div>
    </EmptyState>
  );
}
