import { CallerLeft, isTaskdeckError } from '#contract';
import { ownerOf } from '../access/caller.ts';
import type { Call } from '../verb.ts';
import { TurnsByNetwork } from './turns-by-network.ts';

/** Each search in logs and inputs can hold a connection of the service for seconds, of which it has twenty. */
const turns = new TurnsByNetwork({
  concurrency: 4,
  waitingPerNetwork: 16,
  refusal: 'too many searches in logs or inputs by one caller at this moment',
});

/** What reads many tasks takes up to ten seconds, so it has turns of its own: searches do not wait for it. */
const longTurns = new TurnsByNetwork({
  concurrency: 2,
  waitingPerNetwork: 16,
  refusal: 'too many comparisons and previews by one caller at this moment',
});

/**
 * Reads many tasks when it is the caller's turn. `read` ends early when its signal aborts: then the caller has left, or may
 * no longer read. Throws `TooManyRequests`.
 */
export function inLongTurn<Result>(
  { caller, signal, outOfTurn }: Pick<Call, 'caller' | 'signal' | 'outOfTurn'>,
  read: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const ending = signal();
  const refuseEnded = () => {
    if (!ending.aborted) return;
    throw isTaskdeckError(ending.reason) ? ending.reason : new CallerLeft('the caller left before the end');
  };
  return outOfTurn(() =>
    longTurns.run(ownerOf(caller), async () => {
      refuseEnded();
      const result = await read(ending);
      refuseEnded();
      return result;
    }),
  );
}

/** Searches when it is the caller's turn, unless the caller has left by then. Throws `TooManyRequests`. */
export function inTurn<Result>(
  { caller, signal, outOfTurn }: Pick<Call, 'caller' | 'signal' | 'outOfTurn'>,
  search: () => Promise<Result>,
): Promise<Result> {
  return outOfTurn(() =>
    turns.run(ownerOf(caller), () => {
      if (signal().aborted) throw new CallerLeft('the caller left before its turn');
      return search();
    }),
  );
}
