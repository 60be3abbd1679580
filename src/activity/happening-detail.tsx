/** What more a line says, after all else: ": Used by, Optional notes". */
export function HappeningDetail({ text }: { text: string }) {
  return text === "" ? null : <span className="text-xs text-content-muted">: {text}</span>;
}
