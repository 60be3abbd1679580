import type { ReactNode } from "react";
import { cx } from "#ui/cx.ts";
import { Input, Switch, Textarea } from "#ui/input.tsx";
import { formatDuration } from "#ui/format.ts";
import { byteCount } from "./byte-count.ts";
import { FieldRow, type FieldText } from "./field-row.tsx";
import { readNumber, type NumberKind } from "./number-text.ts";
import { useField } from "./use-field.ts";

/**
 * # The field kit: how a module kind is written
 *
 * A kind is a contract (`contract/modules/<kind>.ts`), two files in `modules/<kind>/` and a line in `modules/registry.ts`.
 * `definition.ts` says for each field of the **request** which codec keeps it (what the form holds ⇄ what is sent):
 *
 * ```ts
 * export const oidc = defineModule({
 *   kind: "oidc",
 *   contract: oidcContract,
 *   defaults: { enabled: true },              // only what a new module must say: the rest is left out until chosen
 *   Fields: lazyExport(() => import("./fields.tsx"), "OidcFields"),
 *   fields: [
 *     { name: "enabled", label: "Apply to traffic", codec: enabledCodec, show: onOff },
 *     { name: "issuer", label: "Issuer", codec: textCodec("written"), show: jsonText },
 *     { name: "client_secret", label: "Client secret", codec: secretCodec, show: () => "a secret, not shown" },
 *     { name: "scopes", label: "Scopes", codec: textsCodec, show: jsonText },
 *     { name: "maximum_duration", label: "Longest session", codec: numberCodec("integer", { optional: true }), show },
 *   ],
 *   summary: (answer) => …,
 * });
 * ```
 *
 * `fields.tsx` is the form: one control a field, in the order of `fields`, with the same names and labels. The name on the
 * wire is shown with it; `wire` says another one, or null for none.
 *
 * ```tsx
 * export function OidcFields() {
 *   return (
 *     <>
 *       <SwitchField name="enabled" label="Apply to traffic" says={(on) => …} />
 *       <BytesField name="issuer" label="Issuer" maxBytes={2048} hint="URL of the provider, https only." />
 *       <SecretField name="client_secret" label="Client secret" clearable={false} />
 *       <TextListField name="scopes" label="Scopes" one="scope" />
 *       <SecondsField name="maximum_duration" label="Longest session" byDefault="no limit" />
 *     </>
 *   );
 * }
 * ```
 *
 * - Every codec keeps what it can't show: null, absent, empty, another type and unknown members are sent back as they came
 *   while the field is untouched. A control shows such a value as JSON. Objects: `objectCodec({ client_id: … })` and
 *   `<FieldScope name="provider.github">` around controls with relative names; or full names, `provider.github.client_id`.
 *   Lists of objects: `objectsCodec({ … })` and `<ObjectListField>`; one object or a list of them is kept in its shape.
 * - Issues of the contract and of the service land on the control of their path (`rules/0/expressions/1`) by themselves.
 * - `hint` is the meaning in the spec's words, with unit and bounds; `byDefault` what applies while nothing is chosen.
 * - Texts `BytesField`, numbers `NumberField`, `SecondsField`, on/off `SwitchField`, one of some `ChoiceField`, a set of some
 *   `ChecksField`, texts `TextListField`, names with values `EntriesField`, JSON `JsonField`, secrets `SecretField`,
 *   resources `RefField` and `RefListField` (`components/ref-picker.tsx`). A control of one's own: `useField` and `FieldRow`.
 */
type FieldProps = FieldText & { name: string };

/** A text with a bound in bytes, counted as it is typed. `lines` above 1 makes it a text area. */
export function BytesField({
  maxBytes,
  lines = 1,
  mono = false,
  placeholder,
  ...row
}: FieldProps & { maxBytes: number; lines?: number; mono?: boolean; placeholder?: string }) {
  const control = useField(row.name, { described: true });
  const { field, aria, text: value } = control;
  const { words, over } = byteCount(value, maxBytes);
  const input = { ...field, ...aria, value, placeholder, mono, autoComplete: "off" };
  return (
    <FieldRow
      {...row}
      control={control}
      empty=""
      extra={<span className={cx("ml-auto whitespace-nowrap", over && "text-danger")}>{words}</span>}
    >
      {lines > 1 ? <Textarea {...input} rows={lines} spellCheck={!mono} /> : <Input {...input} />}
    </FieldRow>
  );
}

/**
 * A number, kept as the text that was typed: reading it is the form's business on save ({@link readNumber}). `unit`
 * stands beside it, and `readable` says what the number means ("= 15 min") while it is one. `byDefault` is told while the
 * field is empty.
 */
export function NumberField({
  kind,
  unit,
  readable,
  byDefault,
  ...row
}: FieldProps & {
  kind: NumberKind;
  unit?: string;
  readable?: (value: number) => string | null;
  byDefault?: string;
}) {
  const control = useField(row.name, { described: Boolean(row.hint) });
  const { id, field, aria, text, trim } = control;
  const read = readNumber(text, kind);
  const meaning = "value" in read ? readable?.(read.value) : null;
  const unitId = `${id}-unit`;
  return (
    <FieldRow {...row} control={control} empty="">
      <div className="flex items-center gap-2">
        <Input
          {...field}
          {...aria}
          aria-describedby={cx(aria["aria-describedby"], unitId)}
          value={text}
          onBlur={trim}
          inputMode={kind === "integer" ? "numeric" : "decimal"}
          autoComplete="off"
          spellCheck={false}
          className="max-w-26 text-right"
        />
        <span id={unitId} className="min-w-0 text-content-muted">
          {unit}
          {meaning ? ` = ${meaning}` : null}
          {text === "" && byDefault ? `${unit ? ", " : ""}default: ${byDefault}` : null}
        </span>
      </div>
    </FieldRow>
  );
}

/** A length of time in whole seconds, with what it means in larger units. `zero` is what 0 means: "no limit". */
export function SecondsField({ zero, ...row }: FieldProps & { byDefault?: string; zero?: string }) {
  const readable = (seconds: number) => {
    if (seconds === 0) return zero ?? null;
    return seconds >= 60 ? formatDuration(seconds) : null;
  };
  return <NumberField {...row} kind="integer" unit="s" readable={readable} />;
}

/** On or off; `says` puts in words what each means. */
export function SwitchField({ says, ...row }: FieldProps & { says: (on: boolean) => ReactNode }) {
  const control = useField(row.name, { described: Boolean(row.hint) });
  const { value, onChange, ...rest } = control.field;
  const on = value === true;
  return (
    <FieldRow {...row} control={control} empty={false}>
      <div className="flex min-h-control items-center gap-2">
        <Switch
          {...rest}
          {...control.aria}
          checked={on}
          onChange={(event) => onChange(event.target.checked)}
        />
        <span className="text-content-muted">{says(on)}</span>
      </div>
    </FieldRow>
  );
}
