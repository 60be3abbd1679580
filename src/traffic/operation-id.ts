/** What a visitor of a refusal was shown, wherever it is in what was pasted of that page. */
const OPERATION = /^(?:.*\s)?(op_[0-9A-Za-z]{8,})$/;

/** The id of an operation in a typed text; null where it has none. */
export const operationIn = (text: string): string | null => OPERATION.exec(text.trim())?.[1] ?? null;
