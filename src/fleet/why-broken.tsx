import { useQuery } from "@tanstack/react-query";
import { backends } from "#resources/backends.ts";
import { backendRef, leadOf, leadWords, type Serving } from "#resources/edge-way.ts";
import { startWords } from "#resources/start-words.ts";

type Owner = Parameters<typeof leadOf>[0];

/** Why requests to a route fail, and what to do: where no agent is online, the labels to start one with, if they can be read. */
export function WhyBroken({ owner, serving, edge }: { owner: Owner; serving: Serving; edge?: Owner }) {
  const lead = leadOf(owner, serving, edge);
  const id = lead === "no tunnel" ? (backendRef(owner)?.id ?? "") : "";
  const { data } = useQuery({ ...backends.detail(id), enabled: id !== "", staleTime: 30_000, retry: false });
  return startWords(data ? [data] : []) ?? leadWords(lead).why;
}
