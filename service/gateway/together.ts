import { setImmediate as nextTurn } from "node:timers/promises";

/**
 * Collects what is asked for while each turn of the event loop brings more, at most `most` of it, and has `act` answer all of it
 * together, in the order it was asked: when thousands of sockets open or close at once, each must not cost a commit of its own.
 * What comes alone waits one turn. Rejects as `act` does.
 */
export function together<Ask, Answer>(
  most: number,
  act: (asks: readonly Ask[]) => Promise<readonly (Answer | Promise<Answer>)[]>,
): (ask: Ask) => Promise<Answer> {
  let open: { asks: Ask[]; answers: ReturnType<typeof act> } | null = null;

  async function answer(asks: Ask[]): ReturnType<typeof act> {
    let before: number;
    do {
      before = asks.length;
      // What was read in a turn is heard in its end, after this, or in the next one.
      await nextTurn();
      await nextTurn();
    } while (asks.length > before && asks.length < most);
    if (open?.asks === asks) open = null;
    return act(asks);
  }

  return async (ask) => {
    if (!open || open.asks.length >= most) {
      const asks: Ask[] = [];
      open = { asks, answers: answer(asks) };
    }
    const { asks, answers } = open;
    const index = asks.push(ask) - 1;
    return (await answers)[index] as Answer;
  };
}
