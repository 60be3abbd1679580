import { Link } from "react-router-dom";
import type { ModuleOwner } from "#contract/modules/module-contract.ts";
import { edgeOf, type OwnerAddress } from "#resources/module-owner.ts";
import { fieldHref } from "#resources/module-href.ts";
import { href } from "#resources/paths.ts";
import { isJustOff, type Finding } from "../lint/facts.ts";
import { Suggestions } from "../lint/findings.tsx";
import { moduleOf } from "../registry.ts";
import { elsewhereLabel, textsOf } from "../texts.ts";

/** "OAuth: Email domains", as the page that it leads to calls them. */
export function placeOf({ module, field, of }: Finding, owner: ModuleOwner): string {
  const fields = moduleOf(module, of === "edge" && owner === "route" ? "httpsEdge" : owner)?.fields;
  const [top = "", ...rest] = field?.split(".") ?? [];
  const at = fields?.find(({ name }) => name === top);
  const label = (rest.length > 0 && at?.part ? at.part(rest) : at)?.label;
  const { title } = textsOf(module);
  if (field === "enabled") return `Open ${title}`;
  return label === undefined || label === title ? title : `${title}: ${label}`;
}

/** What the lint of an owner's modules found beyond what their list says, each with a link to the field. */
export function FindingsPanel({ owner, findings }: { owner: OwnerAddress; findings: readonly Finding[] }) {
  return (
    <Suggestions
      findings={findings.filter((one) => !isJustOff(one))}
      renderPlace={(finding) => (
        <span className="flex flex-wrap gap-x-4 gap-y-2 text-xs">
          <Link to={fieldHref(owner, finding)} className="link-quiet">
            {placeOf(finding, owner.owner)}
          </Link>
          {finding.elsewhere ? (
            <Link
              to={href.routeModule(owner.edgeId, finding.elsewhere.routeId, finding.elsewhere.module)}
              className="link-quiet"
            >
              {elsewhereLabel(finding.elsewhere)}
            </Link>
          ) : null}
          {finding.newRoute ? (
            <Link to={href.routeNew(edgeOf(owner).id)} className="link-quiet">
              Create route
            </Link>
          ) : null}
        </span>
      )}
    />
  );
}
