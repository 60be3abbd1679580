import { useEffect, useState } from "react";
import type { Subject } from "./checked-writes.ts";

/** A subject whose words are always the newest rendered: its place may be read while a write is under way. */
export function useLiveSubject(now: Subject): Subject {
  const [live] = useState(() => ({ ...now }));
  useEffect(() => {
    Object.assign(live, now);
  });
  return live;
}
