import { useEffect, useId, useState, type ReactNode } from "react";
import { useFieldValues } from "#forms/use-field.ts";
import { Textarea } from "#ui/input.tsx";
import { Status, type StatusTone } from "#ui/status.tsx";
import { counted } from "#ui/format.ts";
import { checkToken, type Outcome } from "./checks.ts";
import { draftOf, JWT_FIELDS } from "./codecs.ts";
import type { Finding } from "./finding.ts";
import { rulesOf, type JwtRules } from "./rules.ts";

const RESULTS: Record<Finding["result"], { tone: StatusTone; label: string }> = {
  pass: { tone: "ok", label: "Pass" },
  fail: { tone: "bad", label: "Fail" },
  open: { tone: "warn", label: "Unclear" },
  skipped: { tone: "none", label: "Not checked" },
};

/**
 * Checks a pasted token against the draft. Token and keys live in this component alone: no form, no storage, no URL, no log;
 * nothing is fetched, and closing the page forgets them.
 */
export function JwtTester() {
  const [pasted, setPasted] = useState("");
  const [keys, setKeys] = useState("");
  const values = useFieldValues(JWT_FIELDS);
  const rules = JSON.stringify(
    rulesOf(draftOf(Object.fromEntries(JWT_FIELDS.map((name, i) => [name, values[i]])))),
  );
  const [outcome, setOutcome] = useState<Outcome | null>(null);

  useEffect(() => {
    let current = true;
    const check = async () => {
      const asked = { pasted, keys, rules: JSON.parse(rules) as JwtRules, now: Date.now() };
      const found = pasted.trim() === "" ? null : await checkToken(asked);
      if (current) setOutcome(found);
    };
    void check();
    return () => {
      current = false;
    };
  }, [pasted, keys, rules]);

  return (
    <>
      <p className="text-xs text-content-muted">
        Checked in your browser against this form, saved or not. Nothing is sent or stored.
      </p>
      <div className="grid gap-3 md:grid-cols-2">
        <Pasted label="Token" value={pasted} onChange={setPasted} placeholder="Authorization: Bearer eyJ…">
          The token, or the request that carries it: headers, a curl command, or a JSON or form body.
        </Pasted>
        <Pasted label="Keys" value={keys} onChange={setKeys} placeholder='{"keys":[…]}'>
          The JWKS from the key URL, a JWK, or a public key in PEM.
        </Pasted>
      </div>
      {outcome ? <Checks outcome={outcome} /> : null}
    </>
  );
}

function Pasted(props: {
  label: string;
  value: string;
  onChange: (text: string) => void;
  placeholder: string;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <label htmlFor={id} className="font-strong">
        {props.label}
      </label>
      <Textarea
        id={id}
        aria-describedby={`${id}-hint`}
        mono
        rows={6}
        value={props.value}
        placeholder={props.placeholder}
        autoCapitalize="off"
        onChange={(event) => props.onChange(event.target.value)}
        className="break-all"
      />
      <p id={`${id}-hint`} className="text-xs text-content-muted">
        {props.children}
      </p>
    </div>
  );
}

function Checks({ outcome: { checks, verdict } }: { outcome: Outcome }) {
  const count = (...results: Finding["result"][]) =>
    checks.filter(({ result }) => results.includes(result)).length;
  const verdicts = {
    accepted: "Accepted: all checks passed",
    refused: `Refused: ${counted(count("fail"), "check")} failed`,
    undecided: `No check failed: ${[
      [count("open"), RESULTS.open.label],
      [count("skipped"), RESULTS.skipped.label],
    ]
      .filter(([of]) => of !== 0)
      .map(([of, label]) => `${of} ${String(label).toLowerCase()}`)
      .join(", ")}`,
  };
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <p aria-live="polite" className="font-strong">
        {verdicts[verdict]}
      </p>
      <ul aria-label="Checks" className="grid">
        {checks.map(({ name, result, why }) => (
          <li
            key={name}
            className="grid grid-cols-[6.5rem_minmax(0,1fr)] items-start gap-x-3 border-t border-line py-1.5 md:grid-cols-[7rem_9rem_minmax(0,1fr)]"
          >
            <Status tone={RESULTS[result].tone}>{RESULTS[result].label}</Status>
            <strong>{name}</strong>
            <span className="col-span-2 min-w-0 wrap-anywhere text-content-muted md:col-span-1">{why}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
