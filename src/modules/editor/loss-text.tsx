import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { servedConfigQuery } from "#api/served-config.ts";
import { TLS_VERSION_DEFAULT } from "#contract/modules/tls-termination.ts";
import { LockoutText } from "#policy-lab/lockout-text.tsx";
import { counted, inWords, plural } from "#ui/format.ts";
import type { Loss } from "../lint/guards.ts";
import { textsOf } from "../texts.ts";

const MOST = 3;

/** What is lost without a module: at how many addresses, which, and what still protects them, or which TLS they accept. */
export function LossText({ loss }: { loss: Loss }) {
  const { addresses, left, tls, anyone, kept, plain, own } = loss;
  const { listens } = useQuery({ ...servedConfigQuery, enabled: plain === true }).data?.edge ?? {};
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
      <Addresses of={addresses}>
        {left === undefined
          ? null
          : tls
            ? tlsWords(tls, many, count)
            : left === null
              ? `Visitors of ${many} get an error`
              : anyone
                ? `${many}: ${anyone.title.replace("Anyone", "anyone")}`
                : left.length === 0
                  ? `${many} ${plural(count, "becomes", "become")} open to anyone`
                  : staysWords(count, left)}
      </Addresses>
      {kept ? (
        <Addresses of={kept.addresses}>{staysWords(kept.addresses.length, kept.left)}</Addresses>
      ) : null}
      {plain && listens?.includes("http") ? (
        <p className="mt-1">The edge will also be open over http://, without encryption.</p>
      ) : null}
    </div>
  );
}

/** What is said of a route whose loss could not be checked. */
export const MayLoseText = () => (
  <p>
    This may open addresses to anyone or lock you out. The IP rules, your address or the edge could not be
    loaded.
  </p>
);

function Addresses({ of, children }: { of: readonly string[]; children: ReactNode }) {
  return (
    <>
      {children === null ? null : (
        <p className="not-first:mt-2">
          <strong>{children}</strong>
        </p>
      )}
      <ul className="mt-1 pl-5 font-mono text-xs leading-5">
        {of.slice(0, MOST).map((address) => (
          <li key={address} className="list-disc wrap-anywhere">
            {address}
          </li>
        ))}
      </ul>
      {of.length > MOST ? <p>and {of.length - MOST} more</p> : null}
    </>
  );
}

const staysWords = (count: number, left: readonly string[]) =>
  `${counted(count, "address", "addresses")} ${plural(count, "stays", "stay")} protected only by ${inWords(left.map((kind) => textsOf(kind).title))}`;

function tlsWords(tls: string, many: string, count: number): string {
  if (tls === "upstream") return `The edge will decrypt the traffic of ${many}`;
  return tls > TLS_VERSION_DEFAULT
    ? `${many} ${plural(count, "accepts", "accept")} TLS ${TLS_VERSION_DEFAULT}`
    : `${many} no longer ${plural(count, "accepts", "accept")} TLS ${tls}`;
}
