/** What an agent says: a line for people, and the facts in it for programs, of which `event` is what happened. */
export type Say = (text: string, facts: { event: string; [fact: string]: unknown }) => void;

/** The forms that lines have. */
export const LOG_FORMATS = ["text", "json"] as const;

/** Says the text alone, or one JSON object a line: time, pid, message, and the facts. */
export function createLog(format: (typeof LOG_FORMATS)[number], write: (line: string) => void): Say {
  return (text, facts) => {
    if (format === "text") return write(`${text}\n`);
    const line = { time: new Date().toISOString(), pid: process.pid, message: text.trim(), ...facts };
    write(`${JSON.stringify(line)}\n`);
  };
}
