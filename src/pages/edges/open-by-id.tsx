import { useId, useState, type FormEvent } from "react";
import { useNavigate } from "react-router-dom";
import { protocolOf } from "#resources/edge-discovery.ts";
import { href } from "#resources/paths.ts";
import { ID_PREFIXES, idOf } from "#contract/common.ts";
import { Button } from "#ui/button.tsx";
import { Input } from "#ui/input.tsx";

const KINDS = ["httpsEdge", "tlsEdge", "tcpEdge"] as const;
const PREFIXES = KINDS.map((kind) => `${ID_PREFIXES[kind]}_`);
const MUST = `Enter an edge ID. It starts with ${PREFIXES.slice(0, -1).join(", ")} or ${PREFIXES.at(-1)}.`;

/** The page of an edge that is in no list, by its id (decisions/api/extensions.md). */
export function OpenById() {
  const id = useId();
  const navigate = useNavigate();
  const [typed, setTyped] = useState("");
  const [wrong, setWrong] = useState(false);
  const open = (event: FormEvent) => {
    event.preventDefault();
    const text = typed.trim();
    const protocol = KINDS.some((kind) => idOf(kind).safeParse(text).success)
      ? protocolOf({ id: text })
      : null;
    if (protocol) void navigate(href.edge(protocol, text));
    else {
      setWrong(true);
      document.getElementById(id)?.focus();
    }
  };
  return (
    <form
      onSubmit={open}
      noValidate
      aria-label="Open by ID"
      className="flex max-w-140 flex-wrap items-center gap-2"
    >
      <label htmlFor={id} className="font-strong">
        Open by ID
      </label>
      <div className="min-w-0 flex-1 basis-60">
        <Input
          id={id}
          mono
          value={typed}
          placeholder={`${PREFIXES[0]}…`}
          aria-invalid={wrong || undefined}
          aria-describedby={wrong ? `${id}-error` : undefined}
          onChange={(event) => {
            setTyped(event.target.value);
            setWrong(false);
          }}
        />
      </div>
      <Button type="submit">Open</Button>
      {wrong ? (
        <p id={`${id}-error`} role="alert" className="basis-full text-xs text-danger">
          {MUST}
        </p>
      ) : null}
    </form>
  );
}
