import { Fragment } from "react";
import type { OwnerAddress } from "#resources/module-owner.ts";
import { unknownFields } from "#resources/unknown-fields.ts";
import { isJsonObject, own, type JsonObject } from "#forms/json.ts";
import { factsOf, kindsOf } from "#contract/modules/kinds.ts";
import { ButtonLink } from "#ui/button.tsx";
import { CodeBlock } from "#ui/code-block.tsx";
import { Panel } from "#ui/panel.tsx";
import { Status } from "#ui/status.tsx";
import { moduleHref } from "#resources/module-href.ts";
import { isJustOff, type Finding, type LintTarget } from "../lint/facts.ts";
import { openWords } from "../lint/open-words.ts";
import { AddModule } from "./add-module.tsx";
import { MODULE_ROW, ModuleRow } from "./module-row.tsx";

type Props = {
  address: OwnerAddress;
  /** The owner as answered: its modules by wire name. */
  target: LintTarget;
  /** Where it applies: "app.example.com/dispatch". */
  place: string;
  findings: readonly Finding[];
};

/** What becomes of a request, part by part. */
const STAGES = ["Checks", "Request", "Backend", "Response"] as const;

/** The part that a kind has in it: its group, and whether a request meets it before or after the backend. */
function stageOf(kind: string, kinds: readonly string[]): (typeof STAGES)[number] {
  if (kind === "backend") return "Backend";
  const group = factsOf(kind)?.group;
  if (group === "Access" || group === "Security") return "Checks";
  return kinds.indexOf(kind) < kinds.indexOf("backend") ? "Request" : "Response";
}

/** The modules that are set on an owner, in the order a request meets them; the others behind "Add module". */
export function ModuleList({ address, target, place, findings }: Props) {
  const owner = target.modules;
  const kinds: readonly string[] = kindsOf(address.owner);
  const set = kinds.filter((kind) => isJsonObject(own(owner, kind)));
  // The backend is where requests go: lists and the map don't count it as a module either.
  const shown = set.filter((kind) => kind !== "backend");
  // One that is off keeps nobody out.
  const isOff = (kind: string) => (own(owner, kind) as JsonObject)["enabled"] === false;
  const off = shown.filter(isOff).length;
  const unknown = Object.entries(unknownFields(address.owner, owner));
  const who = openWords(target);
  return (
    <Panel
      title={address.owner === "httpsEdge" ? "Edge modules" : "Modules"}
      count={
        // Over a backend that is on, "0 on" would not be true.
        shown.length === 0
          ? undefined
          : `${shown.length - off} on${off > 0 ? `, ${off} off` : ""}${set.includes("backend") ? ", and the backend" : ""}`
      }
      actions={
        <AddModule
          address={address}
          kinds={kinds.filter((kind) => !set.includes(kind))}
          owner={owner}
          edge={target.edge}
        />
      }
    >
      <ol>
        {STAGES.map((stage) => {
          const here = set.filter((kind) => stageOf(kind, kinds) === stage);
          const open = stage === "Checks" && who !== undefined;
          const broken = stage === "Backend" && kinds.includes("backend") && here.length === 0;
          if (here.length === 0 && !open && !broken) return null;
          return (
            <Fragment key={stage}>
              <Stage name={stage} />
              {open ? (
                <li className={MODULE_ROW}>
                  <Status tone={findings.some(({ isOfAll }) => isOfAll) ? "warn" : "none"}>
                    {here.length > 0 ? "None on" : "None"}
                  </Status>
                  <span className="text-content-muted md:col-span-2">{who}</span>
                </li>
              ) : null}
              {broken ? <NoBackend address={address} /> : null}
              {here.map((kind) => (
                <ModuleRow
                  key={kind}
                  address={address}
                  kind={kind}
                  target={target}
                  place={place}
                  findings={findings.filter(
                    (one) => one.of === "owner" && one.module === kind && !one.isOfAll && !isJustOff(one),
                  )}
                />
              ))}
            </Fragment>
          );
        })}
        {set.length + unknown.length === 0 && who === undefined ? (
          <li className="px-4 py-3 text-content-muted">No modules</li>
        ) : null}
        {unknown.length > 0 ? <Stage name="Not known to this console" /> : null}
        {unknown.map(([name, value]) => (
          <UnknownField key={name} name={name} value={value} />
        ))}
      </ol>
    </Panel>
  );
}

function Stage({ name }: { name: string }) {
  return (
    <li className="border-b border-line bg-surface-sunken px-4 py-1 text-xs text-content-muted">{name}</li>
  );
}

function NoBackend({ address }: { address: OwnerAddress }) {
  return (
    <li className={MODULE_ROW}>
      <Status tone="bad">Missing</Status>
      <span className="font-strong">Backend</span>
      <span className="text-content-muted max-md:order-last max-md:col-span-3 max-md:text-xs">
        No backend. {address.owner === "route" ? "Requests" : "Connections"} fail.
      </span>
      <span className="-mr-2 flex justify-end">
        <ButtonLink to={moduleHref(address, "backend")} size="sm" icon="plus" aria-label="Add Backend">
          Add
        </ButtonLink>
      </span>
    </li>
  );
}

/** A module or field of another service of the family: shown as it is, and never sent back otherwise. */
function UnknownField({ name, value }: { name: string; value: unknown }) {
  const isModule = isJsonObject(value);
  return (
    <li className="border-b border-line px-4 py-2 last:border-0">
      <details>
        <summary>
          Unknown {isModule ? "module" : "field"} <code className="font-mono text-xs">{name}</code>, kept as
          it is
        </summary>
        <div className="mt-2">
          <CodeBlock label={name} text={JSON.stringify(value, null, 2)} />
        </div>
      </details>
    </li>
  );
}
