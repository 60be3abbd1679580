import { useState } from "react";

type Query = { error: unknown; isPending: boolean; errorUpdatedAt: number };

/** Why a query failed last; of one that has read nothing yet also while it tries again, when it forgets that itself. */
export function useLoadError({ error, isPending, errorUpdatedAt: at }: Query): unknown {
  const [held, setHeld] = useState<{ error: unknown; at: number }>({ error, at });
  if (error && held.error !== error) setHeld({ error, at });
  return error ?? (isPending && held.at === at ? held.error : null);
}
