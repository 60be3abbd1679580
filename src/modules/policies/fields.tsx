import { RULE_NAME_MAX_BYTES } from "#contract/modules/policies.ts";
import { useFormContext } from "react-hook-form";
import type { PolicyPlace } from "#contract/modules/policy-actions.ts";
import { useScoped } from "#forms/field-scope.tsx";
import { BytesField } from "#forms/fields.tsx";
import { JsonField } from "#forms/json-field.tsx";
import type { JsonObject } from "#forms/json.ts";
import { ObjectListField } from "#forms/object-list-field.tsx";
import { SearchChoiceField } from "#forms/search-choice-field.tsx";
import { TextListField } from "#forms/text-list-field.tsx";
import { useFieldValue } from "#forms/use-field.ts";
import { Button } from "#ui/button.tsx";
import { lazyPart } from "#ui/lazy-export.ts";
import { useEdgeLimits } from "#resources/closing.ts";
import { useEditedModule } from "../kit/module-context.ts";
import { PartHeading } from "../kit/part-heading.tsx";
import { actionChoices, actionOf, actionWarning } from "./actions.ts";
import { actionsCodec, rulesCodec } from "./codecs.ts";

const RuleFaults = lazyPart(() => import("./rule-faults.tsx"), "RuleFaults");

const text = (value: unknown) => (typeof value === "string" ? value : "");
const ruleTitle = ({ name }: JsonObject) => text(name);
const actionTitle = ({ type }: JsonObject) => actionOf(type)?.label ?? text(type);

type Direction = "inbound" | "outbound";

/** The form of policies: rules over what comes in, then over what goes out. */
export function PoliciesFields() {
  return (
    <>
      <PartHeading>Inbound</PartHeading>
      <Rules direction="inbound" label="Inbound rules" />
      <PartHeading>Outbound</PartHeading>
      <Rules direction="outbound" label="Outbound rules" />
    </>
  );
}

function Rules({ direction, label }: { direction: Direction; label: string }) {
  const owner = useEditedModule()?.address.owner ?? "route";
  const place: PolicyPlace = owner === "route" ? direction : "connection";
  // Services without this edge may know other names and actions.
  const isOurs = useEdgeLimits().unapplied !== undefined;
  return (
    <ObjectListField
      name={direction}
      label={label}
      one="rule"
      blank={rulesCodec.blank}
      titleOf={ruleTitle}
      hint="Applied from top to bottom. Up to 100 rules."
    >
      <BytesField
        name="name"
        label="Name"
        maxBytes={RULE_NAME_MAX_BYTES}
        hint="Helps you recognize the rule."
      />
      <TextListField
        name="expressions"
        label="Expressions"
        one="expression"
        look="lines"
        mono
        placeholder={place === "connection" ? "conn.client_ip == '203.0.113.7'" : "req.Method == 'POST'"}
        hint="CEL conditions that must all be true. Without any, the rule always applies."
      />
      <ObjectListField
        name="actions"
        label="Actions"
        one="action"
        blank={actionsCodec.blank}
        titleOf={actionTitle}
        hint="Run from top to bottom."
      >
        <ActionFields place={place} />
      </ObjectListField>
      {isOurs ? <RuleFaults place={place} /> : null}
    </ObjectListField>
  );
}

function ActionFields({ place }: { place: PolicyPlace }) {
  const type = useFieldValue("type");
  const known = actionOf(type);
  const warning = actionWarning(type, place);
  const config = useFieldValue("config");
  const configName = useScoped("config");
  const { setValue, setFocus } = useFormContext();
  return (
    <>
      <SearchChoiceField
        name="type"
        label="Type"
        choices={actionChoices(place)}
        placeholder="Search actions"
        hint={warning ?? known?.says ?? "Choose an action or type its name."}
      />
      <JsonField
        name="config"
        label="Config"
        lines={3}
        placeholder={known ? JSON.stringify(known.example, null, 2) : "{}"}
        hint={known ? `A JSON object. Example: ${JSON.stringify(known.example)}` : "A JSON object. Optional."}
      />
      {known && (config === undefined || config === "") ? (
        <span className="md:ml-46">
          <Button
            size="sm"
            icon="edit"
            onClick={() => {
              setValue(configName, JSON.stringify(known.example, null, 2), { shouldDirty: true });
              setFocus(configName);
            }}
          >
            Use the example
          </Button>
        </span>
      ) : null}
    </>
  );
}
