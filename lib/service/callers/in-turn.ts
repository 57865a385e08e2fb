import { ownerOf } from '../access/caller.ts';
import { CallerLeft } from '../http/read-body.ts';
import type { Call } from '../verb.ts';
import { TurnsByNetwork } from './turns-by-network.ts';

/** Each search in logs and inputs can hold a connection of the service for seconds, of which it has twenty. */
const turns = new TurnsByNetwork({
  concurrency: 4,
  waitingPerNetwork: 16,
  refusal: 'too many searches in logs or inputs by one caller at this moment',
});

/** Searches when it is the caller's turn, unless the caller has left by then. Throws `TooManyRequests`. */
export function inTurn<Result>(
  { caller, signal }: Pick<Call, 'caller' | 'signal'>,
  search: () => Promise<Result>,
): Promise<Result> {
  return turns.run(ownerOf(caller), () => {
    if (signal().aborted) throw new CallerLeft('the caller left before its turn');
    return search();
  });
}
