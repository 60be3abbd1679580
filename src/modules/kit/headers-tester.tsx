import { useState } from "react";
import { cx } from "#ui/cx.ts";
import { Note } from "#ui/note.tsx";
import { entriesCodec } from "#editing/codecs/lists.ts";
import { applyHeaderRules, variablesOf, type HeaderFate, type HeaderRules } from "./header-rules.ts";
import { readHeaders } from "#traffic/read-headers.ts";
import { isJsonObject } from "#forms/json.ts";
import { useFieldValues } from "#forms/use-field.ts";
import { SampleText, textsIn } from "./sample-text.tsx";

const SAMPLES = {
  request: "Host: app.example.com\nUser-Agent: curl/8.5.0\nAccept: */*\nX-Debug: 1",
  response: "Content-Type: text/html\nServer: nginx/1.27\nX-Powered-By: Express",
};

const FATES = {
  kept: { sign: " ", label: "kept", look: "" },
  removed: { sign: "−", label: "removed", look: "bg-danger-soft text-danger" },
  added: { sign: "+", label: "added", look: "bg-ok-soft text-ok" },
} as const;

/** Shows what the draft does to the headers of a sample message. Everything is computed here; nothing is sent. */
export function HeadersTester({ of }: { of: "request" | "response" }) {
  const [text, setText] = useState(SAMPLES[of]);
  const rules = rulesOf(useFieldValues(["add", "remove"]));
  const { headers, unread } = readHeaders(text);
  const fates = rules ? applyHeaderRules(rules, headers) : [];
  const filled = fates.some(({ fate, value }) => fate === "added" && variablesOf(value).length > 0);
  return (
    <>
      <SampleText
        label={of === "request" ? "Request headers, one per line" : "Response headers, one per line"}
        value={text}
        onText={setText}
      />
      {unread.length > 0 ? (
        <Note tone="warn">
          {unread.map(({ line }) => `Line ${line}`).join(", ")}: enter a name, a colon and a value. Example:
          Accept: */*
        </Note>
      ) : null}
      {rules === null ? (
        <Note>Fix the headers above to see the result.</Note>
      ) : (
        <ul
          aria-label="Result"
          className="m-0 min-w-0 rounded-md border border-line bg-surface-sunken py-1 font-mono text-xs"
        >
          {fates.map((header, index) => (
            <Line key={index} {...header} />
          ))}
        </ul>
      )}
      {filled ? (
        <p className="text-xs text-content-muted">The edge fills in variables for each {of}.</p>
      ) : null}
    </>
  );
}

function Line({ name, value, fate }: HeaderFate) {
  const { sign, label, look } = FATES[fate];
  return (
    <li className={cx("flex gap-2 px-3 py-0.5", look)}>
      <span aria-hidden="true" className="w-2 flex-none">
        {sign}
      </span>
      <span
        className={cx(
          "min-w-0 wrap-anywhere whitespace-pre-wrap",
          fate === "removed" && "line-through decoration-1",
        )}
      >
        {name}: {value}
      </span>
      <span className={fate === "kept" ? "sr-only" : "ml-auto flex-none font-sans"}>{label}</span>
    </li>
  );
}

/** What the draft says; null while it can't be read. */
function rulesOf([add, remove]: unknown[]): HeaderRules | null {
  const added = entriesCodec.toWire(add);
  const removed = textsIn(remove);
  if ("problem" in added || (added.issues ?? []).length > 0 || removed === null) return null;
  const entries = added.value ?? {};
  return isJsonObject(entries) ? { add: entries as HeaderRules["add"], remove: removed } : null;
}
