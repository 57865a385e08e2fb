import { ownerOf } from '../access/caller.ts';
import { TurnsByNetwork } from '../callers/turns-by-network.ts';
import type { Call } from '../verb.ts';

/** Each search of logs can hold a connection of the service for seconds, of which it has twenty. */
const turns = new TurnsByNetwork({
  concurrency: 4,
  waitingPerNetwork: 16,
  refusal: 'too many searches of logs by one caller at this moment',
});

/** Searches logs when it is the caller's turn, unless the caller has left by then. Throws `TooManyRequests`. */
export function inTurn<Result>(
  { caller, signal }: Pick<Call, 'caller' | 'signal'>,
  search: () => Promise<Result>,
): Promise<Result> {
  return turns.run(ownerOf(caller), () => {
    signal().throwIfAborted();
    return search();
  });
}
