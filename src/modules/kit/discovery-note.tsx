import { useFormContext } from "react-hook-form";
import { useScoped } from "#forms/field-scope.tsx";
import { useFieldValue } from "#forms/use-field.ts";
import { Button } from "#ui/button.tsx";

/** The issuer of a discovery URL, the one that providers show beside it; null for any other text. */
export function issuerOf(text: unknown): string | null {
  if (typeof text !== "string") return null;
  return /^(https?:\/\/.+?)\/+\.well-known\/openid-configuration\/*$/i.exec(text.trim())?.[1] ?? null;
}

/** Beside a field of an issuer, or of several: says that a discovery URL is none, and puts the issuer in its place. */
export function DiscoveryNote({ name }: { name: string }) {
  const full = useScoped(name);
  const value = useFieldValue(name);
  const { setValue } = useFormContext();
  const issuer = [value].flat().map(issuerOf).find(Boolean);
  if (!issuer) return null;
  const issuers = Array.isArray(value) ? value.map((one) => issuerOf(one) ?? String(one)) : issuer;
  return (
    <span className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-content">
      <span className="wrap-anywhere">
        This is the discovery URL. The issuer is <span className="font-mono">{issuer}</span>
      </span>
      <Button size="sm" onClick={() => setValue(full, issuers, { shouldDirty: true })}>
        Use the issuer
      </Button>
    </span>
  );
}
