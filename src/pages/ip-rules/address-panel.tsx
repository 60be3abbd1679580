import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useId, useMemo, useRef, useState, type FormEvent } from "react";
import { useLocation } from "react-router-dom";
import { tunnelSessions } from "#resources/tunnel-sessions.ts";
import type { IpPolicyRule } from "#contract/ip-policy-rule.ts";
import { CidrText } from "#policy-lab/cidr-text.tsx";
import { setOwnAddress, useOwnAddress } from "#policy-lab/own-address.ts";
import { withoutPort } from "#policy-lab/range-fault.ts";
import { readAddress, type Point } from "#policy-lab/range.ts";
import { verdictOf } from "#policy-lab/verdict.ts";
import { RULE_OF_VERDICTS, verdictText } from "#policy-lab/lab-text.ts";
import { Button } from "#ui/button.tsx";
import { Checkbox, Input } from "#ui/input.tsx";
import { Panel } from "#ui/panel.tsx";
import { Status } from "#ui/status.tsx";
import type { RuleGroup } from "./rule-model.ts";

const SUGGESTED = 30;
const POLICIES_SHOWN = 12;

type Props = {
  /** All policies with all their rules, whatever the search chooses. */
  groups: readonly RuleGroup[];
  nameOf: (id: string) => string;
  /** The address under test as it stands in the URL. */
  address: string;
  onTest: (address: string) => void;
};

/** Tries an address against every policy, and says what is known of the operator's own. */
export function AddressPanel({ groups, nameOf, address, onTest }: Props) {
  const id = useId();
  const { hash } = useLocation();
  const field = useRef<HTMLInputElement>(null);
  // What links here may have been followed before this was there.
  useEffect(() => {
    if (hash !== "#lab") return;
    document.getElementById("lab")?.scrollIntoView();
    field.current?.focus({ preventScroll: true });
  }, [hash]);
  const [typed, setTyped] = useState(address);
  const [from, setFrom] = useState(address);
  if (from !== address) {
    setFrom(address);
    setTyped(address);
  }
  const point = useMemo(() => (address === "" ? null : readAddress(address)), [address]);
  const wrong = address !== "" && !point;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const plain = withoutPort(typed);
    onTest(readAddress(plain) ? plain : typed.trim());
  };
  return (
    <Panel title="Try an address" id="lab">
      <div className="grid gap-4 p-4">
        <form onSubmit={submit} className="grid gap-1">
          <label htmlFor={id} className="font-strong">
            Source address
          </label>
          <div className="flex gap-2">
            <Input
              ref={field}
              id={id}
              mono
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              list={`${id}-known`}
              placeholder="203.0.113.57"
              maxLength={60}
              aria-invalid={wrong || undefined}
              aria-describedby={wrong ? `${id}-error` : undefined}
            />
            <Button type="submit">Test</Button>
          </div>
          {wrong ? (
            <p id={`${id}-error`} className="text-xs text-danger">
              Invalid IP address. Example: 203.0.113.57
            </p>
          ) : null}
          <Known id={`${id}-known`} />
          <Own groups={groups} tested={point} onTest={onTest} />
        </form>
        {point ? <Verdicts groups={groups} nameOf={nameOf} point={point} /> : null}
        <p className="text-xs text-content-muted">{RULE_OF_VERDICTS}</p>
      </div>
    </Panel>
  );
}

/** Addresses of agents, as far as their sessions were read already: often those of an own site. */
function Known({ id }: { id: string }) {
  const sessions = useQueryClient().getQueryData(tunnelSessions.query.queryKey);
  const addresses = [...new Set(sessions?.map(({ ip }) => ip))].filter(Boolean).slice(0, SUGGESTED);
  return (
    <datalist id={id}>
      {addresses.map((address) => (
        <option key={address} value={address}>
          Agent address
        </option>
      ))}
    </datalist>
  );
}

function Own({ groups, tested, onTest }: Pick<Props, "groups" | "onTest"> & { tested: Point | null }) {
  const own = useOwnAddress();
  if (own === undefined) return null;
  const mark =
    tested && tested.text !== own?.text ? (
      <Button size="sm" onClick={() => setOwnAddress(tested.text)}>
        This is my address
      </Button>
    ) : null;
  const letting = own ? groups.filter(({ rules }) => verdictOf(rules, own).allowed).length : 0;
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-xs text-content-muted">
      {own ? (
        <span>
          {own.typed ? "Your address:" : "The service sees you at"}{" "}
          <button
            type="button"
            className="min-h-6 font-mono text-accent-text hover:underline"
            onClick={() => onTest(own.text)}
          >
            {own.text}
          </button>
          , {allowedBy(letting, groups.length)}
        </span>
      ) : (
        <span>{mark ? "" : "Test your own address and save it to get lock-out warnings."}</span>
      )}
      {own?.typed ? (
        <Button size="sm" onClick={() => setOwnAddress("")}>
          Forget
        </Button>
      ) : null}
      {mark}
    </p>
  );
}

function allowedBy(letting: number, all: number): string {
  if (letting === all) return all === 1 ? "allowed by the one policy" : `allowed by all ${all} policies`;
  return letting === 0 ? "allowed by no policy" : `allowed by ${letting} of ${all} policies`;
}

function Verdicts({ groups, nameOf, point }: Pick<Props, "groups" | "nameOf"> & { point: Point }) {
  const [all, setAll] = useState(false);
  const [joined, setJoined] = useState<ReadonlySet<string>>(new Set());
  const shown = all ? groups : groups.slice(0, POLICIES_SHOWN);
  const together = groups.filter(({ policyId }) => joined.has(policyId));
  const join = (id: string) =>
    setJoined((now) => (now.has(id) ? new Set([...now].filter((one) => one !== id)) : new Set([...now, id])));
  return (
    <div className="grid gap-2">
      {point.mapped ? (
        <p className="text-xs text-content-muted">
          IPv4 written as IPv6. Tested as <span className="font-mono">{point.text}</span>.
        </p>
      ) : null}
      <ul aria-label={`Results for ${point.text}`} className="rounded-md border border-line">
        {shown.map(({ policyId, rules }) => (
          <li
            key={policyId}
            className="flex items-start gap-2 px-3 py-2 not-last:border-b not-last:border-line"
          >
            {groups.length > 1 ? (
              <Checkbox
                aria-label={`Combine ${nameOf(policyId)}`}
                className="mt-0.5"
                checked={joined.has(policyId)}
                onChange={() => join(policyId)}
              />
            ) : null}
            <VerdictOf name={nameOf(policyId)} rules={rules} point={point} />
          </li>
        ))}
      </ul>
      {shown.length < groups.length ? (
        <Button size="sm" onClick={() => setAll(true)}>
          Show all {groups.length} policies
        </Button>
      ) : null}
      {together.length > 1 ? (
        <output className="flex rounded-md border border-line px-3 py-2">
          <VerdictOf
            name={`These ${together.length} policies together`}
            rules={together.flatMap(({ rules }) => rules)}
            point={point}
          />
        </output>
      ) : groups.length > 1 ? (
        <p className="text-xs text-content-muted">
          A route can use several policies. Check them to see the combined result.
        </p>
      ) : null}
    </div>
  );
}

function VerdictOf({ name, rules, point }: { name: string; rules: IpPolicyRule[]; point: Point }) {
  const verdict = verdictOf(rules, point);
  return (
    <span className="grid min-w-0 flex-1 gap-0.5">
      <span className="flex min-w-0 items-center gap-2">
        <strong className="min-w-0 flex-1 truncate">{name}</strong>
        <Status tone={verdict.allowed ? "ok" : "bad"}>{verdict.allowed ? "Allowed" : "Blocked"}</Status>
      </span>
      <span className="text-xs text-content-muted">
        <CidrText>{verdictText(verdict)}</CidrText>
      </span>
    </span>
  );
}
