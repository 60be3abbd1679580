import { withLinks } from "#components/with-links.tsx";
import { cidrFault } from "#contract/cidr.ts";
import { FieldRow, type FieldText } from "#forms/field-row.tsx";
import { useField } from "#forms/use-field.ts";
import { Button } from "#ui/button.tsx";
import { Input } from "#ui/input.tsx";
import { rangeFault } from "./range-fault.ts";
import { readRange, type Oddity } from "./range.ts";
import { sizeText } from "./lab-text.ts";

const WHY: Record<Oddity, string> = {
  hostBits: "Host bits set",
  noMask: "No mask",
  mapped: "IPv4 written as IPv6",
};

/** An address range: says what it covers as it is typed, and offers the usual writing of one that is written oddly. */
export function CidrField({ name, ...row }: { name: string } & Partial<FieldText>) {
  const control = useField(name, { described: true });
  const { field, aria } = control;
  const value = String(field.value ?? "");
  const range = readRange(value);
  const odd = range && range.text !== value.trim() ? range : null;
  return (
    <FieldRow
      control={control}
      empty=""
      label="Range"
      {...row}
      hint={
        range ? sizeText(range) : control.error ? "IPv4 or IPv6" : "IPv4 or IPv6. Example: 203.0.113.0/24"
      }
      renderFault={(words) =>
        range === null && value.trim() !== "" && words === cidrFault(value.trim())
          ? rangeFault(value)
          : withLinks(words)
      }
    >
      <Input {...field} {...aria} value={value} mono maxLength={100} />
      {odd ? (
        <p className="flex flex-wrap items-center gap-2 text-xs text-warning">
          {control.error ? null : (
            <span>{odd.oddities.map((oddity) => WHY[oddity]).join(", ") || "It has a shorter form"}.</span>
          )}
          <Button
            size="sm"
            onClick={() => {
              field.onChange(odd.text);
              // The button goes.
              document.querySelector<HTMLElement>(`[id="${aria.id}"]`)?.focus();
            }}
          >
            Use <span className="font-mono text-xs">{odd.text}</span>
          </Button>
        </p>
      ) : null}
    </FieldRow>
  );
}
