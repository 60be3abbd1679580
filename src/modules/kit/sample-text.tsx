import { textsCodec } from "#editing/codecs/lists.ts";
import { Textarea } from "#ui/input.tsx";

/** The sample of a tester, one a line, with its label above it. */
export function SampleText(props: { label: string; value: string; onText: (text: string) => void }) {
  const { label, value, onText } = props;
  return (
    <>
      <p className="text-xs text-content-muted">{label}</p>
      <Textarea
        aria-label={label}
        mono
        rows={5}
        value={value}
        onChange={(event) => onText(event.target.value)}
      />
    </>
  );
}

/** The texts of a list field as the draft has them; null while they can't be read. */
export function textsIn(input: unknown): string[] | null {
  const read = textsCodec.toWire(input);
  const texts = "value" in read ? (read.value ?? []) : null;
  return Array.isArray(texts) ? (texts as string[]) : null;
}
