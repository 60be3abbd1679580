type Texts = { description?: string | null | undefined; metadata?: string | null | undefined };

/** In place of what the service does not say of an object. */
export const NOT_SHOWN = "Not available";

/** Description and metadata in a request that makes something: an empty one is left out. */
export function writtenTexts({ description, metadata }: Texts): { description?: string; metadata?: string } {
  return { ...(description ? { description } : {}), ...(metadata ? { metadata } : {}) };
}
