/** A flag of a command line: a line may break before its dashes, never after them. */
export const Flag = ({ children }: { children: string }) => (
  <code className="font-mono whitespace-nowrap">{children}</code>
);
