import type { ReactNode } from "react";
import type { Message } from "./captured.ts";
import { textOf } from "./captured.ts";
import { formatBytes } from "#ui/amounts.ts";
import { CodeBlock } from "#ui/code-block.tsx";
import { Panel } from "#ui/panel.tsx";

type Props = {
  title: string;
  message: Message;
  /** Over the headers. */
  children?: ReactNode;
};

/** A request or an answer: its headers, and its body as far as it was kept. */
export function MessagePanel({ title, message, children }: Props) {
  const { headers, redacted, length } = message;
  const rows = Object.entries(headers).flatMap(([name, values]) =>
    values.map((value, index) => ({ key: `${name} ${index}`, name, value })),
  );
  return (
    <Panel title={title} count={`${formatBytes(length)} body`}>
      {children}
      {rows.length === 0 ? null : (
        <dl className="grid px-4 py-2 font-mono text-xs md:grid-cols-[minmax(8rem,max-content)_minmax(0,1fr)]">
          {rows.map(({ key, name, value }) => (
            <div key={key} className="contents">
              <dt className="pt-1 pr-4 text-content-muted md:pb-1">{name}</dt>
              <dd className="pb-1 wrap-anywhere md:pt-1">
                {redacted.has(name.toLowerCase()) ? (
                  <span className="text-content-muted italic">redacted</span>
                ) : (
                  value
                )}
              </dd>
            </div>
          ))}
        </dl>
      )}
      <div className="border-t border-line px-4 py-3">
        <Body message={message} name={title.toLowerCase()} />
      </div>
    </Panel>
  );
}

function Body({ message: { length, body }, name }: { message: Message; name: string }) {
  if (length === 0) return <p className="text-content-muted">No body.</p>;
  if (!body) return <p className="text-content-muted">The body was not kept.</p>;
  const text = textOf(body.bytes);
  const kept = formatBytes(body.bytes.length);
  return (
    <div className="grid gap-2">
      {body.truncated ? (
        <p className="text-warning">
          Truncated: the first {kept} of {formatBytes(length)} were kept.
        </p>
      ) : null}
      {text === null ? (
        <p className="text-content-muted">Binary, {kept}.</p>
      ) : (
        <div className="max-h-80 overflow-y-auto">
          <CodeBlock text={text} label={`${name} body`} />
        </div>
      )}
    </div>
  );
}
