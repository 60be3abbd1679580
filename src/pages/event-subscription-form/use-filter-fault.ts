import { useDeferredValue, useEffect, useState } from "react";

type Fault = { message: string; at?: number };

/** Why a filter can’t be used, by the check that the service makes; null where it can, or nothing is filtered. */
export function useFilterFault(type: string, text: string): Fault | null {
  const asked = useDeferredValue(text);
  const [told, setTold] = useState<{ text: string; fault: Fault | null } | null>(null);
  useEffect(() => {
    if (asked === "") return undefined;
    let current = true;
    const ask = async (): Promise<void> => {
      const { faultOf } = await import("./filter-fault.ts");
      const read = faultOf(type, asked);
      const fault = read && { message: read.fault, ...(read.at !== undefined && { at: read.at }) };
      if (current) setTold({ text: asked, fault });
    };
    // A check that can’t be loaded is left to the service.
    ask().catch(() => current && setTold(null));
    return () => {
      current = false;
    };
  }, [type, asked]);
  // The last fault stays while the next text is read: it is gone, or another, a moment later.
  return text === "" ? null : (told?.fault ?? null);
}
