import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { whoami } from "#resources/whoami.ts";
import { createSignal } from "#ui/signal.ts";
import { type Point, readAddress } from "./range.ts";

const NAME = "gatehouse.own-address";
const changed = createSignal();

function read(): string {
  try {
    return localStorage.getItem(NAME) ?? "";
  } catch {
    return "";
  }
}

/** Keeps the operator's own address on this device; an empty text forgets it. */
export function setOwnAddress(text: string): void {
  try {
    if (text === "") localStorage.removeItem(NAME);
    else localStorage.setItem(NAME, text);
  } catch {
    // Without storage the one that the service sees stays.
  }
  changed.tell();
}

/** The operator's own address, and whether it was typed on this device or seen by the service. */
export type OwnAddress = Point & { typed: boolean };

/**
 * The operator's own address: as typed on this device, since a proxy may be on the way, else as the service sees it. Null
 * when it is unknown, undefined while the service is asked, or is not to be.
 */
export function useOwnAddress(enabled = true): OwnAddress | null | undefined {
  const text = changed.useValue(read);
  const typed = useMemo(() => (text === "" ? null : readAddress(text)), [text]);
  const { data, isPending } = useQuery({ ...whoami, enabled: enabled && typed === null });
  const address = data?.source_address;
  return useMemo(() => {
    if (typed) return { ...typed, typed: true };
    if (isPending) return undefined;
    const seen = address ? readAddress(address) : null;
    return seen && { ...seen, typed: false };
  }, [typed, isPending, address]);
}
