import type { Db } from "./schema.ts";

/** Id and labels, parsed. */
export type Labelled = { id: string; labels: Record<string, string> };

/** Those of a backend or a tunnel. */
export function labelled({ id, labels }: { id: string; labels: string | null }): Labelled {
  return { id, labels: JSON.parse(labels ?? "{}") as Record<string, string> };
}

/** Every backend's labels, newest backend first. */
export async function backendLabels(db: Db): Promise<Labelled[]> {
  const rows = await db.selectFrom("backends").select(["id", "labels"]).orderBy("id", "desc").execute();
  return rows.map(labelled);
}

/** The labels of every online backend tunnel, newest first. */
export async function tunnelLabels(db: Db): Promise<Labelled[]> {
  const rows = await db
    .selectFrom("tunnels")
    .select(["id", "labels"])
    .where("labels", "is not", null)
    .orderBy("id", "desc")
    .execute();
  return rows.map(labelled);
}
