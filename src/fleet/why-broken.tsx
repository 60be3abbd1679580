import { backendRef, leadOf, leadWords, type Serving } from "#resources/edge-way.ts";
import { HowToServe } from "./last-server.tsx";

type Owner = Parameters<typeof leadOf>[0];

/** Why requests to a route fail, and what to do: where no agent is online, the labels to start one with, if they can be read. */
export function WhyBroken({ owner, serving, edge }: { owner: Owner; serving: Serving; edge?: Owner }) {
  const lead = leadOf(owner, serving, edge);
  const { why } = leadWords(lead);
  const backend = lead === "no tunnel" ? backendRef(owner) : null;
  return backend ? <HowToServe backendId={backend.id} fails="Requests fail. " otherwise={why} /> : why;
}
