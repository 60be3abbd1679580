import { useRef } from "react";
import { MenuButton } from "#ui/menu.tsx";
import { useToast } from "#ui/toast.tsx";
import { writeText } from "#ui/use-copy.ts";
import type { CopyForm, CopySource } from "./copy-as-texts.ts";

const load = () => import("./copy-as-texts.ts");

const WORDS: Record<CopyForm, string> = {
  curl: "cURL",
  powershell: "PowerShell",
  json: "JSON",
  terraform: "Terraform",
};
const NOTES: Partial<Record<CopyForm, string>> = {
  curl: " Set GATEHOUSE_API_KEY to your key.",
  powershell: " Set GATEHOUSE_API_KEY to your key.",
};

/**
 * A menu that copies an object or a pending change: as a command (`request`), as JSON (`json`), and as Terraform where
 * the public provider has a resource for it. The key is always a placeholder; secrets must be left out already, and
 * `leftOut` names them.
 */
export function CopyAs({
  label = "Copy as",
  leftOut = [],
  ...source
}: CopySource & { label?: string; leftOut?: readonly string[] }) {
  const toast = useToast();
  const texts = useRef<Awaited<ReturnType<typeof load>>>(null);
  /** Safari lets the clipboard be written only in the very event, so the texts are loaded before the click. */
  const prepare = async () => {
    try {
      texts.current = await load();
    } catch {
      // The click loads again, and tells when that fails too.
    }
  };
  const copy = async (form: CopyForm) => {
    try {
      const { textOf } = texts.current ?? (await load());
      await writeText(textOf(form, source));
      const whole = leftOut.length === 0 || (form !== "json" && source.request.body === undefined);
      const without = whole ? "" : ` Add ${leftOut.join(" and ")} before you send it.`;
      toast({ tone: "ok", text: `Copied as ${WORDS[form]}.${NOTES[form] ?? ""}${without}` });
    } catch {
      toast({
        tone: "bad",
        text: `Could not copy as ${WORDS[form]}. Allow the clipboard for this page, then try again.`,
      });
    }
  };
  const forms: CopyForm[] = [
    "curl",
    "powershell",
    "json",
    ...(source.terraform ? ["terraform" as const] : []),
  ];
  return (
    <span onPointerEnter={() => void prepare()} onFocus={() => void prepare()} className="inline-flex">
      <MenuButton
        label={label}
        text={label}
        icon="copy"
        items={forms.map((form) => ({ label: WORDS[form], onSelect: () => void copy(form) }))}
      />
    </span>
  );
}
