import { TLS_VERSION_DEFAULT } from "#contract/modules/tls-termination.ts";
import { LockoutText } from "#policy-lab/lockout-text.tsx";
import { counted, plural } from "#ui/format.ts";
import type { Loss } from "../lint/guards.ts";
import { textsOf } from "../texts.ts";

const MOST = 3;

/** What is lost without a module: at how many addresses, which, and what still protects them, or which TLS they accept. */
export function LossText({ loss: { addresses, left, tls, anyone, own } }: { loss: Loss }) {
  const count = addresses.length;
  const many = counted(count, "address", "addresses");
  if (count === 0) return <p>No address leads here yet.</p>;
  return (
    <div>
      {own ? (
        <p>
          <LockoutText own={own}>will be blocked.</LockoutText>
        </p>
      ) : null}
      {left === undefined ? null : (
        <p>
          <strong>
            {tls
              ? tlsWords(tls, many, count)
              : left === null
                ? `Visitors of ${many} get an error`
                : anyone
                  ? `${many}: ${anyone.title.replace("Anyone", "anyone")}`
                  : left.length === 0
                    ? `${many} ${plural(count, "becomes", "become")} open to anyone`
                    : `${many} ${plural(count, "stays", "stay")} protected only by ${left.map((kind) => textsOf(kind).title).join(", ")}`}
          </strong>
        </p>
      )}
      <ul className="mt-1 pl-5 font-mono text-xs leading-5">
        {addresses.slice(0, MOST).map((address) => (
          <li key={address} className="list-disc wrap-anywhere">
            {address}
          </li>
        ))}
      </ul>
      {count > MOST ? <p>and {count - MOST} more</p> : null}
    </div>
  );
}

function tlsWords(tls: string, many: string, count: number): string {
  if (tls === "upstream") return `The edge will decrypt the traffic of ${many}`;
  return tls > TLS_VERSION_DEFAULT
    ? `${many} ${plural(count, "accepts", "accept")} TLS ${TLS_VERSION_DEFAULT}`
    : `${many} no longer ${plural(count, "accepts", "accept")} TLS ${tls}`;
}
