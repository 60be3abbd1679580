import { storedObject } from "./modules.ts";
import type { Db } from "./schema.ts";

/** Id and labels, parsed; null = none that can be read, by which it matches nothing. */
export type Labelled = { id: string; labels: Readonly<Record<string, string>> | null };

/** Those of a backend or a tunnel. */
export function labelled({ id, labels }: { id: string; labels: string | null }): Labelled {
  const read = storedObject(labels ?? "{}") ?? {};
  const values: unknown[] = Object.values(read);
  const isRead = values.length > 0 && values.every((value) => typeof value === "string");
  return { id, labels: isRead ? (read as Record<string, string>) : null };
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
