import { quoted } from "./json-text.ts";
import type { Decision, DecisionRef } from "./trail.ts";

/** One decision in JSON. */
export function decisionText({ module, verdict, reason, refs, took_ms }: Decision): string {
  let text = `{"module":${quoted(module)},"verdict":${quoted(verdict)}`;
  if (reason !== undefined) text += `,"reason":${quoted(reason)}`;
  if (refs) text += `,"refs":[${refs.map(refText).join()}]`;
  return `${text},"took_ms":${took_ms}}`;
}

function refText({ id, text, field }: DecisionRef): string {
  let all = `{"id":${quoted(id)}`;
  if (text !== undefined) all += `,"text":${quoted(text)}`;
  if (field !== undefined) all += `,"field":${quoted(field)}`;
  return `${all}}`;
}
