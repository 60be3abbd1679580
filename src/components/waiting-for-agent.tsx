import { useState } from "react";
import { mayBind } from "#contract/may-bind.ts";
import { formatAge, inWords } from "#ui/format.ts";
import { Status } from "#ui/status.tsx";
import { useNow } from "#ui/time.tsx";

/** An agent that can connect does so sooner. */
const LONG_MS = 20_000;
/** So many rules are named; the authtoken's page has them all. */
const NAMED_MAX = 5;

/**
 * An agent is waited for since then (ms; nothing = since this is shown). One that is refused is told so, and why, in its terminal
 * alone: after a while this says what to check, and which tunnels the authtoken permits (`acl`; nothing = every one).
 */
export function WaitingForAgent(props: { since?: number | undefined; acl?: readonly string[] }) {
  const [shownAt] = useState(() => Date.now());
  const { since = shownAt, acl = [] } = props;
  const waited = useNow(1000) - since;
  return (
    <>
      <Status tone="run">Waiting for the agent… {formatAge(waited / 1000)}</Status>
      {waited > LONG_MS ? (
        <p className="wrap-anywhere text-content-muted">
          Not connecting? The agent’s terminal says why. Check its authtoken and the URL in the command.
          {mayBind(acl, {}) ? null : ` This authtoken allows only ${inWords(acl, NAMED_MAX)}.`}
        </p>
      ) : null}
    </>
  );
}
