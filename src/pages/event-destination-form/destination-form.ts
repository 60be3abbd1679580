import { EventDestinationUpdate, type EventDestination } from "#contract/event-destination.ts";
import { kindOfTarget, type Target } from "#contract/event-target.ts";
import { parse } from "#contract/issues.ts";
import { plainForm } from "#editing/plain-form.ts";
import { isJsonObject, type JsonObject } from "#forms/json.ts";
import { DEFAULTS, isAws, targetOf, type Values } from "#components/target-values.ts";
import { FIELD_LABELS } from "#resources/field-labels.ts";

const { description, metadata } = FIELD_LABELS.eventDestination;
type Editable = { description: string; target: JsonObject; metadata: string };
/** The inputs of a target: those of every kind, its kind, and how it signs in. */
type Inputs = Values["target"] & Pick<Values, "kind" | "login">;

/** Every input of a target, filled with what the service has: secrets are none of it. */
function inputsOf(target: JsonObject): Inputs {
  const kind = kindOfTarget(target) ?? "webhook";
  const own = target[kind];
  const login = isAws(kind) && (own as Target["firehose"])?.auth.creds ? "creds" : "role";
  const empty = structuredClone(DEFAULTS.target);
  return { ...empty, [kind]: filled(empty[kind], own), kind, login };
}

/** Inputs with the values of an answer at the same names; null is nothing. */
function filled(inputs: unknown, value: unknown): unknown {
  if (!isJsonObject(inputs)) return value ?? inputs;
  const given = isJsonObject(value) ? value : {};
  return Object.fromEntries(Object.entries(inputs).map(([name, one]) => [name, filled(one, given[name])]));
}

/** What of the inputs is sent. */
function requestOf(inputs: unknown): JsonObject {
  const { kind, login, ...target } = inputs as Inputs;
  return targetOf({ kind, login, target });
}

const form = plainForm<Editable>({
  title: "Destination",
  labels: { description, target: "Send to", metadata },
  empty: { description: "", target: {}, metadata: "" },
  read: (values) => ({ ...values, target: requestOf(values["target"]) }),
  check: (_, changes) =>
    Object.keys(changes).length === 0 ? [] : (parse(EventDestinationUpdate, changes).issues ?? []),
});

/** The form of a destination, whose secrets are only ever sent. */
export const destinationForm: typeof form = {
  ...form,
  definition: {
    ...form.definition,
    toForm: (value) => ({ ...value, target: inputsOf((value["target"] ?? {}) as JsonObject) }),
    secrets: [
      ["target", "webhook", "secret"],
      ...["firehose", "kinesis", "cloudwatch_logs"].map((kind) => [
        "target",
        kind,
        "auth",
        "creds",
        "aws_secret_access_key",
      ]),
    ],
  },
  editableOf: (object: JsonObject) => ({
    ...form.editableOf(object),
    target: requestOf(inputsOf((object as unknown as EventDestination).target)),
  }),
};

/** Whether a request gives a new secret: what was there before is not known, and can’t be put back. */
export const hasSecret = (request: JsonObject | null): boolean =>
  /"(?:secret|aws_secret_access_key)":/.test(JSON.stringify(request?.["target"] ?? {}));
