import { useQuery } from "@tanstack/react-query";
import type { ComponentProps } from "react";
import { AgentCommandBlock } from "#components/agent-command-block.tsx";
import { sendsTo } from "#edges/backend-labels.ts";
import { backends } from "#resources/backends.ts";
import { edgeUsers } from "#resources/edge-users.ts";
import { useKnownEdges } from "#resources/edges.ts";
import { kindOf } from "#resources/ref-target.ts";
import { labelsIn } from "./added-sessions.ts";

/** The command for a tunnel with labels: of TCP where only TCP edges send to it. Nothing until that is known: it is copied as it is. */
export function LabelledCommand(props: ComponentProps<typeof AgentCommandBlock>) {
  const { data = [], isPending } = useQuery(backends.query);
  const known = useKnownEdges();
  if (isPending || known.isPending) return null;
  const tunnel = { labels: labelsIn(props.labels ?? []) };
  const users = data
    .filter(({ labels }) => labels && sendsTo(labels, tunnel))
    .flatMap(({ id }) => edgeUsers({ kind: "backend", id }, known.edges ?? []));
  const isTcp = users.length > 0 && users.every(({ id }) => kindOf(id) === "tcpEdge");
  return <AgentCommandBlock {...props} proto={isTcp ? "tcp" : "http"} />;
}
