import { useMatch, useParams } from "react-router-dom";
import { EDGE_PROTOCOLS } from "#resources/edge-names.ts";
import type { EdgeAddress } from "#resources/module-owner.ts";

/** Which edge the URL of a page below /edges names. */
export function useEdgeAddress(): EdgeAddress {
  const { id = "" } = useParams();
  const named = useMatch("/edges/:protocol/*")?.params.protocol;
  return { protocol: EDGE_PROTOCOLS.find((protocol) => protocol === named) ?? "https", id };
}
