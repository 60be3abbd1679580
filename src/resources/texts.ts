type Texts = { description?: string | null | undefined; metadata?: string | null | undefined };

/** Description and metadata in a request that makes something: an empty one is left out. */
export function writtenTexts({ description, metadata }: Texts): { description?: string; metadata?: string } {
  return { ...(description ? { description } : {}), ...(metadata ? { metadata } : {}) };
}
