import { counted, plural } from "#ui/format.ts";
import type { GuardLoss } from "../lint/guards.ts";
import { textsOf } from "../texts.ts";

const MOST = 3;

/** What is open without a guard: how many addresses, which, and what still protects them. */
export function GuardLossText({ loss: { addresses, left } }: { loss: GuardLoss }) {
  const count = addresses.length;
  const many = counted(count, "address", "addresses");
  if (count === 0) return <p>No address leads here yet.</p>;
  return (
    <div>
      <p>
        <strong>
          {left.length === 0
            ? `${many} ${plural(count, "becomes", "become")} open to anyone`
            : `${many} ${plural(count, "stays", "stay")} protected only by ${left.map((kind) => textsOf(kind).title).join(", ")}`}
        </strong>
      </p>
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
